"""Before and after a game: seats, host, start, rematch (spec: portal, Scored and test games; Leaving)."""

from __future__ import annotations

import pytest

from portal.tables import commands as c
from portal.tables.lifecycle import Due, SeatKind, Status
from tests.portal.tables.decide.at_rest import Game, is_over, player

GUEST = c.Player(user_id=None, guest_key="k", name="Guest 1")


def test_a_full_table_and_a_taken_seat() -> None:
    g = Game(3)
    assert g.refused(c.Sit(player=player(3), seat=1)) == "seat-taken"
    assert g.refused(c.Sit(player=player(3), seat=15)) == "seat-taken"
    assert g.refused(c.Sit(player=player(0))) == "not-now"
    g.do(c.Sit(player=player(3)))
    late = c.Player(user_id=999, guest_key="", name="Late")
    assert g.refused(c.Sit(player=late)) == "table-full"


def test_guests_sit_at_test_tables_only() -> None:
    assert Game(1).refused(c.Sit(player=GUEST)) == "account-needed"
    g = Game(1, scored=False)
    assert g.do(c.Sit(player=GUEST)).seats[1].name == "Guest 1"


def test_programs_sit_where_the_host_admits_them() -> None:
    program = c.Player(user_id=5, guest_key="", name="Robo", is_program=True)
    assert Game(1, scored=False).refused(c.Sit(player=program)) == "people-only"
    Game(1, scored=False, programs=True).do(c.Sit(player=program))


def test_the_host_passes_on_clockwise_and_an_empty_table_goes() -> None:
    g = Game(3, scored=False)
    g.do(c.Stand(seat=0))
    assert g.table.host == 1
    g.do(c.Sit(player=player(0)))
    assert g.table.host == 1, "whoever comes back is a guest of the new host"
    g.do(c.Stand(seat=1))
    assert g.table.host == 2
    g.do(c.Stand(seat=2))
    g.do(c.Stand(seat=0))
    assert g.table.status is Status.CLOSED
    assert g.changes[-1].delete


def test_only_the_host_fills_and_starts() -> None:
    g = Game(2)
    assert g.refused(c.Start(seat=1)) == g.refused(c.Fill(seat=1)) == "not-host"
    g.do(c.Fill(seat=0, into=3))
    assert g.refused(c.Fill(seat=0, into=3)) == "seat-taken"
    assert g.refused(c.Fill(seat=0, into=15)) == "seat-taken"
    g.do(c.Start(seat=0))
    assert [s.kind for s in g.table.seats] == [SeatKind.HUMAN] * 2 + [SeatKind.COMPUTER] * 2
    assert len({s.name for s in g.table.seats}) == 4
    assert g.refused(c.Start(seat=0)) == "not-now"
    assert g.refused(c.Sit(player=player(3))) == "not-now"


def test_people_only_takes_no_computers() -> None:
    g = Game(3, people_only=True)
    assert g.refused(c.Start(seat=0)) == g.refused(c.Fill(seat=0)) == "people-only"
    g.do(c.Sit(player=player(3)))
    assert g.do(c.Start(seat=0)).status is Status.RUNNING


def test_leaving_before_the_start_costs_nothing() -> None:
    g = Game(2)
    g.do(c.Leave(seat=1, confirm=None))
    assert g.table.seats[1].kind is SeatKind.OPEN
    assert not g.changes[-1].departures


def test_a_rematch_needs_everybody_present() -> None:
    g = Game().started().play_on(is_over)
    g.do(c.Presence(seat=3, absent_since=g.now))
    for seat in (0, 1):
        g.do(c.Rematch(seat=seat))
        assert g.table.status is Status.OVER
    g.do(c.Rematch(seat=2))
    assert (g.table.status, g.table.game_number) == (Status.RUNNING, 2)
    assert g.table.seats[3].kind is SeatKind.COMPUTER, "whoever is away does not hold up a rematch"
    g.deal()
    assert g.changes[-1].begun, "the new game's first hand leaves other games"
    assert all(seat.last is None and not seat.rematch for seat in g.table.seats)


def test_turns_grow_from_one_game_to_the_next() -> None:
    """So that an act of the old game never answers a turn of the new one."""
    g = Game().started()
    old = g.act(0)
    g.play_on(is_over)
    for seat in range(4):
        g.do(c.Rematch(seat=seat))
    g.deal()
    assert g.refused(old) == "stale"


@pytest.mark.parametrize("status", [Status.OPEN, Status.RUNNING])
def test_no_rematch_before_the_end(status: Status) -> None:
    g = Game() if status is Status.OPEN else Game().started()
    assert g.refused(c.Rematch(seat=0)) == "not-now"


def test_an_operator_closes_a_table_and_nobody_gets_points() -> None:
    g = Game().started()
    g.do(c.Close(why="Closed for maintenance."))
    assert g.table.status is Status.CLOSED
    assert not g.changes[-1].departures
    assert not g.changes[-1].finished
    assert g.table.deadlines == {}
    assert g.refused(g.act(0)) == "closed"


def test_a_finished_game_pays_once() -> None:
    g = Game().started().play_on(is_over)
    assert [change.finished for change in g.changes].count(True) == 1
    assert g.table.result is not None
    assert (-1, Due.CLOSE) in g.table.deadlines
    assert not [key for key in g.table.deadlines if key[1] in (Due.MOVE, Due.BOT)]
    assert g.refused(c.Act(seat=0, turn=g.table.seats[0].turn, act="play 2C")) == "not-now"
