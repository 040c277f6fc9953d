"""Tricks: who wins, and what has been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.api import Seat
from games.cards import NAMES, SUIT, SUIT_BITS


@dataclass(frozen=True, kw_only=True, slots=True)
class Trick:
    """A finished trick: `cards` in the order played from `leader` on; `points` cost its winner so much."""

    leader: Seat
    cards: tuple[int, ...]
    winner: Seat
    points: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "leader": self.leader,
            "cards": laid(self.leader, self.cards, len(self.cards)),
            "winner": self.winner,
            "points": self.points,
        }


def laid(leader: Seat, cards: tuple[int, ...], seats: int) -> list[dict[str, Any]]:
    """Cards on the table as JSON, each with its seat."""
    return [{"seat": (leader + i) % seats, "card": NAMES[card]} for i, card in enumerate(cards)]


def best(cards: Sequence[int], trumps: int | None = None) -> int:
    """The highest trump, else the highest card of the suit led; `cards` are in the order played.

    `trumps` is a suit, or None in games without.
    """
    top = cards[0]
    taking = over(top, trumps)
    for card in cards:
        if taking >> card & 1:
            top, taking = card, over(card, trumps)
    return top


def over(top: int, trumps: int | None = None) -> int:
    """The cards, as bits, that take a trick from `top`: higher ones of its suit, and trumps if it is none."""
    return _HIGHER[top] if trumps is None or trumps == SUIT[top] else _HIGHER[top] | SUIT_BITS[trumps]


_HIGHER = tuple(SUIT_BITS[SUIT[card]] & -2 << card for card in range(52))


def winner(leader: Seat, cards: tuple[int, ...], trumps: int | None = None) -> Seat:
    """The seat whose card wins a complete trick.

    >>> from games.cards import CARDS, CLUBS
    >>> winner(2, (CARDS["5D"], CARDS["AC"], CARDS["9D"], CARDS["2D"]))
    0
    >>> winner(2, (CARDS["5D"], CARDS["2C"], CARDS["9D"], CARDS["2D"]), trumps=CLUBS)
    3
    """
    return (leader + cards.index(best(cards, trumps))) % len(cards)
