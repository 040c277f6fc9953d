"""What the end of a hand is worth to a side, the state of the match considered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh

from games.api import Seat, View
from games.spades.info import SIDES, side_of
from games.spades.play import is_over
from games.spades.scoring import score

GAME = 300.0
"""What winning the game is worth, in points; a lead in a game that goes on comes near to it."""
TIE_BREAK = 0.01
"""What a point counts once the game is over: it decides between ways that win (or lose) alike."""
BAG = 8.0
"""What a bag will cost in the hands to come, in points."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stakes:
    """The match before a hand, as one side sees it. Lists are by side."""

    side: int
    unit: str
    """"target" or "hands", and how many of them."""
    count: int
    hands: int
    """The number of this hand."""
    totals: Sequence[int]
    bags: Sequence[int]

    def worth(self, bids: Sequence[int], taken: Sequence[int]) -> float:
        """What a hand with these bids and tricks by seat is worth to the side."""
        ends = [score(side, bids, taken, self.bags[side]) for side in range(len(SIDES))]
        totals = [before + end.points for before, end in zip(self.totals, ends, strict=True)]
        own, other = self.side, 1 - self.side
        lead = totals[own] - totals[other]
        if is_over(self.unit, self.count, self.hands, totals):
            return GAME * ((lead > 0) - (lead < 0)) + TIE_BREAK * lead
        return GAME * tanh((lead - BAG * (ends[own].bags - ends[other].bags)) / GAME)


def stakes(view: View, seat: Seat) -> Stakes:
    """The match as the side of a seat sees it."""
    ((unit, count),) = view["options"]["length"].items()
    return Stakes(
        side=side_of(seat),
        unit=unit,
        count=count,
        hands=len(view["hands"]) + 1,
        totals=view["totals"],
        bags=view["bags"],
    )
