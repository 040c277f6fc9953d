"""Computer players of Nim: level 2 balances the heaps where it can, level 1 takes a single counter."""

from __future__ import annotations

from games.api import BotChoice, Reason, Seat, View

BALANCING = 2


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """An act of the seat that is due."""
    sum_of_heaps = 0
    for held in view["heaps"]:
        sum_of_heaps ^= held
    for heap, held in enumerate(view["heaps"], 1):
        if level >= BALANCING and held ^ sum_of_heaps < held:
            return BotChoice(
                act=f"take {held - (held ^ sum_of_heaps)} from {heap}", reason=Reason(code="even")
            )
    heap = next(number for number, held in enumerate(view["heaps"], 1) if held)
    return BotChoice(act=f"take 1 from {heap}", reason=Reason(code="one"))
