"""States that look the same to one viewer: the cards that they cannot see are dealt anew."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.api import Seat
from games.black_lady.legality import passable
from games.black_lady.presets import QUEEN
from games.black_lady.rules import PASSED
from games.black_lady.state import Hand, Phase, State
from games.cards import cards_of


def exchange(state: State, viewer: Seat | None, rng: Random) -> State:
    """`state` with the other seats' cards, and what they passed elsewhere, dealt anew among them.

    An announced queen stays where she is. With no hand in play the state comes back as it is.
    """
    hand, rules = state.hand, state.rules
    if hand is None or state.phase not in (Phase.PASSING, Phase.PLAYING):
        return state
    cards = _dealt_anew(hand, viewer, 1 << QUEEN if rules.announce and hand.queen_seat >= 0 else 0, rng)
    if state.phase is Phase.PASSING:
        passed = tuple(
            old if not old or seat == viewer else _some(passable(rules, cards[seat]), rng)
            for seat, old in enumerate(hand.passed)
        )
        return replace(state, hand=replace(hand, cards=cards, passed=passed))
    known = {viewer, None if viewer is None else rules.giver(state.hand_number, viewer)}
    passed = tuple(
        old if not old or seat in known else _some(rules.deck, rng) for seat, old in enumerate(hand.passed)
    )
    return replace(state, hand=replace(hand, cards=cards, passed=passed))


def _dealt_anew(hand: Hand, viewer: Seat | None, fixed: int, rng: Random) -> tuple[int, ...]:
    others = [seat for seat in range(len(hand.cards)) if seat != viewer]
    loose = [card for seat in others for card in cards_of(hand.cards[seat] & ~fixed)]
    rng.shuffle(loose)
    cards = list(hand.cards)
    for seat in others:
        kept = hand.cards[seat] & fixed
        size = (hand.cards[seat] & ~fixed).bit_count()
        cards[seat] = kept | sum(1 << card for card in loose[:size])
        del loose[:size]
    return tuple(cards)


def _some(cards: int, rng: Random) -> int:
    return sum(1 << card for card in rng.sample(list(cards_of(cards)), PASSED))
