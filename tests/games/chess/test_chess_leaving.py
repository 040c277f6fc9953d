"""Leaving a scored game of chess, at the table (spec: portal, Leaving, rows 7 to 9; scenario CHS-01)."""

from __future__ import annotations

import pytest

from ladder.leaving import Cause
from portal.tables import commands as c
from portal.tables.decide.leaving import cost
from portal.tables.lifecycle import Due, SeatKind, Status
from tests.games.chess.at_table import ChessTable

BISHOPS = "8/8/4k3/8/3b4/8/3P4/1B2K3 w - - 0 1"
QUEEN = "8/8/4k3/8/3n4/8/8/4K2Q {} - - 0 1"


@pytest.mark.parametrize(
    ("start", "seat", "points"),
    [(BISHOPS, 0, [0, 0]), (QUEEN.format("w"), 0, [0, 0]), (QUEEN.format("b"), 1, [1, -1])],
)
def test_running_out_of_time_compares_material(start: str, seat: int, points: list[int]) -> None:
    table = ChessTable(start=start)
    table.later(20)
    after = table.do(table.expire(seat, Due.MOVE))
    assert after.status is Status.OVER
    assert after.result is not None
    assert after.result["points"] == points
    assert table.changes[-1].departures[0].cause is Cause.TIME


def test_exit_tells_its_cost_first_and_is_refused_when_that_has_changed() -> None:
    table = ChessTable().moves("e2e4 d7d5 e4d5")
    price = cost(table.table, 1)
    assert price is not None
    assert price.leaver == -1
    assert "less material" in price.sentence
    assert table.refused(c.Leave(seat=1, confirm=0)) == "cost-changed"
    after = table.do(c.Leave(seat=1, confirm=-1))
    assert after.result is not None
    assert after.result["points"] == [1, -1]


def test_resigning_is_a_loss_played_to_the_end_and_no_leaving() -> None:
    table = ChessTable().moves("e2e4")
    after = table.do(table.act(0, "resign"))
    assert after.result is not None
    assert after.result["points"] == [-1, 1]
    assert not table.changes[-1].departures
    assert table.changes[-1].finished


def test_a_move_starts_the_other_clock() -> None:
    table = ChessTable()
    assert (table.due_in(0, Due.MOVE), table.due_in(1, Due.MOVE)) == (20, None)
    table.later(5)
    table.moves("e2e4")
    assert (table.due_in(0, Due.MOVE), table.due_in(1, Due.MOVE)) == (None, 20)


def test_undo_goes_back_to_ones_own_last_move() -> None:
    table = ChessTable(1, scored=False).moves("e2e4 e7e5")
    assert table.table.seats[1].kind is SeatKind.COMPUTER
    after = table.do(c.Undo(seat=0))
    assert after.state.moves == ()
    assert after.due() == {0}
    assert table.due_in(1, Due.BOT) is None
    assert table.refused(c.Undo(seat=0)) == "nothing-to-undo"
