"""What a hand is worth to a side (spec: spades, Scoring a hand)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import Seat
from games.spades.info import SIDES

PER_TRICK = 10
NIL = 100
BAGS = 10
"""So many bags cost a side `BAGS_COST` points and go from its count."""
BAGS_COST = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class SideScore:
    """A side's points for one hand, its count of bags after it, and the facts to tell."""

    points: int
    bags: int
    notes: tuple[Mapping[str, Any], ...]


def contract(side: int, bids: Sequence[int | None]) -> int:
    """The sum of the partners' number bids so far; a nil is 0, None is no bid yet."""
    return sum(bids[seat] or 0 for seat in SIDES[side])


def score(side: int, bids: Sequence[int], taken: Sequence[int], bags: int) -> SideScore:
    """The hand of one side: `bids` (0 is nil) and `taken` tricks are by seat, `bags` its count before.

    >>> score(0, (0, 3, 4, 3), (2, 4, 3, 4), 0).points
    -59
    """
    wanted, tricks = contract(side, bids), sum(taken[seat] for seat in SIDES[side])
    over = max(0, tricks - wanted)
    made = tricks >= wanted
    notes: list[Mapping[str, Any]] = [
        {"code": "made" if made else "set", "side": side, "contract": wanted, "tricks": tricks}
    ]
    points = PER_TRICK * wanted + over if made else -PER_TRICK * wanted
    for seat in SIDES[side]:
        if bids[seat] == 0:
            points += _nil(seat, taken, notes)
    bags += over
    while bags >= BAGS:
        bags, points = bags - BAGS, points - BAGS_COST
        notes.append({"code": "bags", "side": side})
    return SideScore(points=points, bags=bags, notes=tuple(notes))


def _nil(seat: Seat, taken: Sequence[int], notes: list[Mapping[str, Any]]) -> int:
    kept = taken[seat] == 0
    notes.append({"code": "nil-kept" if kept else "nil-broken", "seat": seat})
    return NIL if kept else -NIL
