"""Which deadlines run, by what the table is (`clock.deadlines`)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from portal.tables import clock
from portal.tables import commands as c
from portal.tables.lifecycle import Due
from tests.portal.tables.decide.at_rest import Game, is_over, is_window

TABLE = -1


def running(g: Game) -> dict[tuple[int, str], float]:
    return {(s, str(k)): (d.due_at - g.now).total_seconds() for (s, k), d in g.table.deadlines.items()}


def test_passing_runs_a_clock_for_each_who_has_not_chosen() -> None:
    g = Game().started()
    g.do(g.act(2))
    assert running(g) == {(0, "move"): 30, (1, "move"): 30, (3, "move"): 30}


def test_computers_have_a_pace_and_no_move_time() -> None:
    g = Game(1).started()
    found = running(g)
    assert found.pop((0, "move")) == 30
    assert set(found) == {(1, "bot"), (2, "bot"), (3, "bot")}
    assert all(0.4 <= seconds <= 1.2 for seconds in found.values())


def test_test_games_have_no_move_time() -> None:
    assert running(Game(4, scored=False).started()) == {}


def test_a_clock_that_runs_is_not_touched_by_others() -> None:
    g = Game().started()
    g.later(10)
    g.do(g.act(0))
    g.do(c.Presence(seat=3, absent_since=g.now))
    assert running(g) == {(1, "move"): 20, (2, "move"): 20, (3, "move"): 20, (3, "absent"): 180}


def test_each_turn_has_its_full_time() -> None:
    g = Game().started().passed()
    g.later(12)
    g.do(g.act(min(g.table.due())))
    assert running(g) == {(min(g.table.due()), "move"): 30}


def test_between_hands_only_the_window_and_the_deal_run() -> None:
    g = Game(length={"hands": 2}).started().play_on(is_window)
    assert running(g) == {(TABLE, "window"): 60, (TABLE, "deal"): 3}


def test_a_game_that_is_over_goes_after_half_an_hour_or_soon_after_the_last_player() -> None:
    g = Game().started().play_on(is_over)
    assert running(g) == {(TABLE, "close"): 1800}
    g.later(60)
    for seat in range(4):
        g.do(c.Presence(seat=seat, absent_since=g.now))
    assert running(g) == {(TABLE, "close"): 20}
    g.do(c.Presence(seat=2, absent_since=None))
    assert running(g)[TABLE, "close"] > 20
    g.do(c.Leave(seat=0, confirm=None))
    assert (TABLE, "close") in running(g)


@pytest.mark.parametrize(("scored", "expected"), [(False, 24 * 3600), (True, None)])
def test_a_running_table_without_anybody(scored: bool, expected: float | None) -> None:
    g = Game(1, scored=scored).started()
    g.do(c.Presence(seat=0, absent_since=g.now))
    assert running(g).get((TABLE, "close")) == expected
    assert running(g).get((0, "absent")) == (180 if scored else None)


def test_an_open_table_without_anybody() -> None:
    g = Game(1)
    assert running(g) == {}
    g.do(c.Presence(seat=0, absent_since=g.now))
    assert running(g) == {(TABLE, "close"): 900}
    g.later(900)
    g.do(g.expire(TABLE, Due.CLOSE))
    assert g.table.deadlines == {}


def test_only_what_has_changed_is_written() -> None:
    g = Game().started()
    before = g.table.deadlines
    g.later(1)
    g.do(g.act(0))
    assert clock.changed(before, g.table.deadlines) == {}
    g.passed()
    assert set(clock.changed(before, g.table.deadlines)) == {(min(g.table.due()), Due.MOVE)}


@pytest.mark.parametrize("byte", [0, 128, 255])
def test_the_pace_is_drawn_from_the_entropy(byte: int) -> None:
    g = Game(1).started()
    held = clock.deadlines(g.table.with_seat(1, turn=99), g.now, bytes([byte] * 32))
    pace = held[1, Due.BOT].due_at - g.now
    assert abs(pace - timedelta(milliseconds=400 + 800 * byte / 255)) < timedelta(milliseconds=1)
