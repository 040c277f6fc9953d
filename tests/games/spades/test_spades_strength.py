"""How strong and how quick the computer players of Spades are. `make strength` plays all hands, without it a few are
played.
"""

from __future__ import annotations

import os
import time

import pytest

from games.selfplay import Report, run, setup

WHOLE = os.environ.get("STRENGTH") == "whole"
HANDS = 400 if WHOLE else 32
BUDGET = 350 if WHOLE else 30
"""About 30 ms a decision, or as few playouts as still tell."""
AHEAD = 5.0
"""Points a hand that the few hands must show; they are always the same."""
FULL_HANDS = 60
MEDIAN_MS, P95_MS = 300, 1000

pytestmark = pytest.mark.slow


def partners(side: str, others: str, hands: int, budget: int | None) -> Report:
    """Two of one level against two of another; each deal is played in every rotation."""
    players = [side, others, side, others]
    report = run(
        setup("spades", {}, players, hands=hands, seed="1", mirror=True, budget=budget), time.process_time
    )
    print(f"{side} against {others}, budget {budget}: ", *report.lines(), sep="\n")
    return report


def lead(report: Report) -> tuple[float, float]:
    """How many points a hand the first side is ahead, and by how much the two intervals together blur it."""
    first, second = report.as_json()["players"][:2]
    return first["mean_points"] - second["mean_points"], first["ci95"] + second["ci95"]


def test_level_3_is_clearly_ahead_of_level_2() -> None:
    ahead, blur = lead(partners("3", "2", HANDS, BUDGET))
    assert ahead > (blur if WHOLE else AHEAD)


@pytest.mark.skipif(not WHOLE, reason="takes minutes")
def test_level_3_with_its_full_budget_is_ahead_and_quick_enough() -> None:
    report = partners("3", "2", FULL_HANDS, None)
    first = report.as_json()["players"][0]
    assert lead(report)[0] > 0
    assert first["ms_median"] <= MEDIAN_MS
    assert first["ms_p95"] <= P95_MS
