"""What a hand is worth in tricks, and whether it could take none at all: level 2 bids so, level 3 begins there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.cards import SPADES, cards_of

JACK, QUEEN, KING, ACE = range(9, 13)
TRUMP_WORTH = {ACE: (1.0, 1), KING: (1.0, 2), QUEEN: (0.9, 3), JACK: (0.6, 4)}
"""By rank: tricks that a high spade takes when so many spades (itself included) guard it."""
LONE_TRUMP = 0.4
"""What such a spade is worth with fewer."""
SHORT_TRUMPS = 3
"""Every spade beyond so many takes a trick by length."""
SUIT_WORTH = {ACE: (0.95, 1), KING: (0.7, 2), QUEEN: (0.3, 3)}
LONG_SUIT = 6
"""In a suit of so many cards the honours are soon trumped."""
LONG_SHARE = 0.5
TRUMPING = {0: 1.0, 1: 0.5, 2: 0.15}
"""Tricks by trumping in a side suit of so few cards, if there are spades to spare."""
CAUTION = 0.5
"""So much is taken off before rounding."""
ALL = 13
NIL_MOST = 3.2
"""A hand worth more is too good for nil."""
NIL_DANGER = 7.0
SAFE_RANKS = (3, 6, 9)
"""The lowest three cards of a suit lose when they are no higher than 5, 8 and jack."""


def tricks(hand: int) -> float:
    """How many tricks the hand should take by itself.

    Example: `AKS` with two small spades, a king guarded and nothing else is worth about 3.7 tricks.
    """
    *others, spades = ranks_by_suit(hand)
    trumps = min(spades.bit_count(), SHORT_TRUMPS + 2)  # more are worth the same: so much less to remember
    return _trumps(spades) + sum(_side_suit(held, trumps) for held in others)


def ranks_by_suit(hand: int) -> tuple[int, int, int, int]:
    """The ranks held of each suit, as bits."""
    return hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39


@cache
def _trumps(held: int) -> float:
    ranks = _ranks(held)
    worth = float(max(0, len(ranks) - SHORT_TRUMPS))
    for rank, (value, guarded) in TRUMP_WORTH.items():
        if rank in ranks and (rank != JACK or len(ranks) <= SHORT_TRUMPS + 1):
            worth += value if len(ranks) >= guarded else LONE_TRUMP
    return min(worth, float(len(ranks)))


@cache
def _side_suit(held: int, trumps: int) -> float:
    ranks = _ranks(held)
    worth = sum(
        value for rank, (value, guarded) in SUIT_WORTH.items() if rank in ranks and len(ranks) >= guarded
    )
    if len(ranks) >= LONG_SUIT:
        worth *= LONG_SHARE
    short = len(ranks) in TRUMPING and 1 <= trumps <= SHORT_TRUMPS + 1
    return worth + (TRUMPING[len(ranks)] * min(trumps, 2) / 2 if short else 0)


def _ranks(held: int) -> list[int]:
    return list(cards_of(held))


def tricks_to_bid(hand: int, bids: Sequence[int | None], partner: int | None) -> int:
    """The bid, 0 for nil. `bids` are those made so far, `partner` the partner's (None: no bid yet)."""
    if partner != 0 and tricks(hand) <= NIL_MOST and danger(hand) <= NIL_DANGER:
        return 0
    return number(hand, bids)


def number(hand: int, bids: Sequence[int | None]) -> int:
    """The bid if it is not nil."""
    room = ALL - sum(bid or 0 for bid in bids)
    return max(1, min(int(tricks(hand) + 1 - CAUTION), room))


def danger(hand: int) -> float:
    """How likely a nil is to break: how far the low cards of each suit stand above the safe ranks."""
    return sum(_danger(held, suit == SPADES) for suit, held in enumerate(ranks_by_suit(hand)))


@cache
def _danger(held: int, trumps: bool) -> float:
    ranks = _ranks(held)
    found = float(sum(max(0, rank - safe) for rank, safe in zip(ranks, SAFE_RANKS, strict=False)))
    if trumps:
        found += sum(max(0, rank - 7) for rank in ranks) + max(0, len(ranks) - SHORT_TRUMPS) * 2
    return found
