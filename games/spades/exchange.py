"""States that look the same to one viewer: the cards that they cannot see are dealt anew."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.api import Seat
from games.cards import cards_of
from games.spades.state import State


def exchange(state: State, viewer: Seat | None, rng: Random) -> State:
    """`state` with the other seats' cards dealt anew among them."""
    hand = state.hand
    if hand is None:
        return state
    loose = [card for seat, own in enumerate(hand.cards) if seat != viewer for card in cards_of(own)]
    rng.shuffle(loose)
    cards = list(hand.cards)
    for seat, own in enumerate(hand.cards):
        if seat != viewer:
            size = own.bit_count()
            cards[seat] = sum(1 << card for card in loose[:size])
            del loose[:size]
    return replace(state, hand=replace(hand, cards=tuple(cards)))
