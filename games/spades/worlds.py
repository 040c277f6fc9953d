"""How the cards that a seat does not see may lie: dealt at random within what the play and the bids have shown."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.api import Seat, View
from games.cards import CARDS, DECK, SUIT, SUIT_BITS, bits
from games.spades import estimate
from games.spades.info import SEATS
from games.spades.legality import SPADE_BITS
from games.trials import deal_out

DEALS = 4
"""Of so many deals the one is kept that fits the bids best."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What a seat knows of the cards. Sets of cards are bits (games.cards); tuples are by seat."""

    seat: Seat
    hand: int
    loose: int
    """The cards that it does not see."""
    room: tuple[int, ...]
    """How many of them each seat holds."""
    never: tuple[int, ...]
    """What each seat is known not to hold."""
    shown: tuple[int, ...]
    """What each seat has played."""
    bids: tuple[int | None, ...]


def known(view: View, seat: Seat) -> Known:
    """What the view of a seat tells: who did not follow, who led a spade before one was played."""
    shown, never, broken = [0] * SEATS, [0] * SEATS, False
    running = [view["trick"]] if view["trick"] else []
    for trick in (*view["tricks"], *running):
        for turn, laid in enumerate(trick["cards"]):
            card, player = CARDS[laid["card"]], laid["seat"]
            shown[player] |= 1 << card
            if turn == 0:
                led = SUIT_BITS[SUIT[card]]
                never[player] |= DECK & ~SPADE_BITS if led == SPADE_BITS and not broken else 0
            elif not led >> card & 1:
                never[player] |= led
            broken = broken or bool(SPADE_BITS >> card & 1)
    hand = bits(view["hand"])
    return Known(
        seat=seat,
        hand=hand,
        loose=DECK & ~hand & ~sum(shown),
        room=tuple(0 if other == seat else count for other, count in enumerate(view["counts"])),
        never=tuple(never),
        shown=tuple(shown),
        bids=tuple(view["bids"]),
    )


def deal(facts: Known, rng: Random) -> list[int]:
    """The hands by seat, as they may be."""
    deals = [deal_out(facts.loose, facts.room, facts.never, rng) for _ in range(DEALS)]
    hands = min(deals, key=lambda hands: misfit(facts, hands))
    hands[facts.seat] = facts.hand
    return hands


def misfit(facts: Known, hands: list[int]) -> float:
    """How far the bids of the other seats are from what such hands would bid."""
    return sum(
        _gap(bid, hands[seat] | facts.shown[seat])
        for seat, bid in enumerate(facts.bids)
        if bid is not None and seat != facts.seat
    )


def _gap(bid: int, hand: int) -> float:
    worth = estimate.tricks(hand)
    if bid:
        return abs(worth - bid)
    return max(0.0, estimate.danger(hand) - estimate.NIL_DANGER) / 2 + worth / 2
