"""What leaving costs at Spades (spec: portal, Leaving, the rows of partnerships)."""

from __future__ import annotations

import pytest

from games.spades.state import State
from ladder.leaving import settle
from tests.games.spades.table import ENGINE, dealt, finished, new

PLAIN = ("3 3 3 3", (3, 4, 3, 3))  # 60 and 61


@pytest.mark.parametrize(
    ("state", "seat", "leaver", "others"),
    [
        (dealt(new(target=300)), 0, -1, {1: None, 2: 0, 3: None}),  # the first hand is level
        (dealt(finished(*PLAIN, (40, 0), target=300)), 2, None, {0: 1, 1: None, 3: None}),  # ahead
        (dealt(finished(*PLAIN, (40, 0), target=300)), 1, -1, {0: 1, 2: 1, 3: -1}),  # behind
        (dealt(finished(*PLAIN, (1, 0), target=300)), 3, -1, {0: None, 1: 0, 2: None}),  # level later
        (dealt(new(hands=1)), 1, -1, {0: None, 2: None, 3: 0}),  # one hand only
    ],
)
def test_the_sides_are_compared_on_finished_hands(
    state: State, seat: int, leaver: int | None, others: dict[int, int | None]
) -> None:
    cost = settle(ENGINE.info.leaving, ENGINE.leaving_basis(state, seat), seat)
    assert (cost.leaver, dict(cost.others), cost.ends) == (leaver, others, True)
