"""Offers of a draw at a table: they start and stop no clock, and a computer answers at once (spec: chess)."""

from __future__ import annotations

import pytest

from games.api import BadOptions
from portal.tables import commands as c
from portal.tables.lifecycle import Due, Status
from portal.tables.lobby import Wish, checked
from tests.games.chess.at_table import ChessTable


def test_offering_keeps_turn_and_clock() -> None:
    table = ChessTable()
    turn = table.table.seats[0].turn
    table.later(5)
    table.do(table.act(0, "offer-draw"))
    assert table.table.seats[0].turn == turn
    assert (table.due_in(0, Due.MOVE), table.due_in(1, Due.MOVE)) == (15, None)
    table.do(table.act(1, "decline-draw"))
    assert (table.due_in(0, Due.MOVE), table.due_in(1, Due.MOVE)) == (15, None)
    table.moves("e2e4")
    assert table.due_in(1, Due.MOVE) == 20


def test_a_computer_is_asked_though_nothing_is_due_from_it() -> None:
    table = ChessTable(1)
    assert table.due_in(1, Due.BOT) is None
    table.do(table.act(0, "offer-draw"))
    assert table.due_in(1, Due.BOT) is not None
    table.do(table.act(1, "decline-draw"))
    assert table.due_in(1, Due.BOT) is None
    assert table.table.due() == {0}


def test_a_computer_that_fails_to_answer_declines() -> None:
    table = ChessTable(1)
    table.do(table.act(0, "offer-draw"))
    table.later(2)
    after = table.do(table.expire(1, Due.BOT))
    assert after.status is Status.RUNNING
    assert table.log[-1] == {"seat": 1, "act": "decline-draw"}


def test_moving_on_gives_the_computer_its_turn() -> None:
    table = ChessTable(1)
    table.do(table.act(0, "offer-draw"))
    table.moves("e2e4")
    after = table.do(table.act(1, "accept-draw"))
    assert after.ended == "A draw was agreed."
    assert after.result is not None
    assert after.result["points"] == [0, None]
    assert table.refused(c.Undo(seat=0)) == "test-only"


def test_a_start_position_is_for_test_games() -> None:
    start = {"start": "8/5P1k/5K2/8/8/8/8/8 w - - 0 1"}
    wish = Wish(game="chess", seats=2, options=start, scored=True, level=3, move_time_s=20)
    with pytest.raises(BadOptions, match="only be changed in test games"):
        checked(wish)
    assert checked(Wish(game="chess", seats=2, options=start, level=3))["level"] == 3
    assert checked(Wish(game="chess", seats=2, options={}, scored=True, move_time_s=20))["move_time_s"] == 20
