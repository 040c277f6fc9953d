"""Leaving a scored game, in each way (spec: portal, Leaving the table; scenarios LVR-01, LVR-03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ladder.leaving import Cause
from portal.tables import commands as c
from portal.tables.lifecycle import CAUSE_OF, Due, SeatKind, Status
from portal.tables.snapshot import Deadline
from tests.portal.tables.decide.at_rest import Game, is_over, is_window


def leave(g: Game, seat: int) -> None:
    from portal.tables.decide.leaving import cost

    price = cost(g.table, seat)
    g.do(c.Leave(seat=seat, confirm=price.leaver if price else None))


def points(g: Game) -> list[tuple[int, int | None, str]]:
    return [
        (d.seat, d.settlement.leaver, d.settlement.clause) for change in g.changes for d in change.departures
    ]


def first_hand_over() -> tuple[Game, tuple[int, ...]]:
    """After the first of three hands, with somebody alone in the lead; and the totals."""
    for seed in range(50):
        g = Game(length={"hands": 3}, seed=seed).started().play_on(is_window)
        totals = g.table.state.completed[-1].totals
        if totals.count(min(totals)) == 1:
            return g, totals
    raise AssertionError("fifty hands with several in the lead")


def after_first_hand(leading: bool) -> tuple[Game, int]:
    """In the second of three hands, and a seat that is alone in the lead, or is not."""
    g, totals = first_hand_over()
    g.skip_window()
    return g, totals.index(min(totals) if leading else max(totals))


def test_in_the_first_hand_or_a_one_hand_game_it_costs_a_point() -> None:
    for hands in (1, 3):
        g = Game(length={"hands": hands}).started()
        leave(g, 2)
        assert points(g) == [(2, -1, "singles/first-hand")]


def test_later_alone_in_the_lead_nothing_is_recorded() -> None:
    g, leader = after_first_hand(leading=True)
    leave(g, leader)
    assert points(g) == [(leader, None, "singles/leading")]


def test_later_otherwise_it_costs_a_point() -> None:
    g, other = after_first_hand(leading=False)
    leave(g, other)
    assert points(g) == [(other, -1, "singles/not-leading")]


def test_a_computer_takes_the_seat_in_the_middle_of_its_turn() -> None:
    g = Game().started().passed()
    seat = min(g.table.due())
    before, cards = g.act(seat), g.hand_of(seat)
    leave(g, seat)
    assert g.table.status is Status.RUNNING
    assert g.table.seats[seat].kind is SeatKind.COMPUTER
    assert g.table.seats[seat].left == "exit"
    assert g.hand_of(seat) == cards
    assert g.due_in(seat, Due.MOVE) is None
    assert 0 < (g.due_in(seat, Due.BOT) or 0) < 2
    assert g.refused(before) == "stale", (
        "an act that the leaver had on the way does not play for the computer"
    )
    g.later(2)
    g.do(g.expire(seat, Due.BOT))
    assert len(g.hand_of(seat)) == 12
    g.play_on(is_over)
    assert g.table.result is not None
    assert g.table.result["points"][seat] is None, "what the seat does later is nobody's"
    assert len(points(g)) == 1


def test_a_cost_that_has_changed_is_told_first() -> None:
    g, totals = first_hand_over()
    leader = totals.index(min(totals))
    shown_in_the_first_hand = -1
    assert g.refused(c.Leave(seat=leader, confirm=shown_in_the_first_hand)) == "cost-changed"
    g.do(c.Leave(seat=leader, confirm=None))
    assert points(g) == [(leader, None, "singles/leading")]


def test_the_host_passes_on_and_the_last_human_closes_the_table() -> None:
    g = Game(2).started()
    leave(g, 0)
    assert g.table.host == 1
    leave(g, 1)
    assert g.table.status is Status.CLOSED
    assert g.table.deadlines == {}
    assert [seat for seat, *_ in points(g)] == [0, 1]
    assert not g.changes[-1].delete, "a scored table's log is evidence"


def test_leaving_in_the_window_lets_the_others_go_on() -> None:
    g = Game(length={"hands": 2}).started().play_on(is_window)
    for seat in (0, 1, 2):
        g.do(c.Continue(seat=seat, hand=1))
    leave(g, 3)
    assert g.table.window is None


def test_running_out_of_time() -> None:
    g = Game().started()
    g.later(29)
    assert g.refused(g.expire(0, Due.MOVE)) == "gone"
    g.later(1)
    expiry = g.expire(0, Due.MOVE)
    g.do(expiry)
    assert g.changes[-1].departures[0].cause is Cause.TIME
    assert g.refused(expiry) == "gone", "once"
    assert points(g) == [(0, -1, "singles/first-hand")]


def test_a_move_before_its_expiry_counts_and_one_after_it_does_not() -> None:
    g = Game().started()
    act, expiry = g.act(0), g.expire(0, Due.MOVE)
    g.later(31)  # the sweep is late: the move is committed first
    g.do(act)
    assert g.refused(expiry) == "gone"
    late, expiry = g.act(1), g.expire(1, Due.MOVE)
    g.do(expiry)
    assert g.refused(late) == "stale"


def test_absence_of_three_minutes_whoever_is_to_act() -> None:
    """LVR-03."""
    g = Game(move_time_s=300).started().passed()
    away = (min(g.table.due()) + 1) % 4
    gone_at = g.now
    g.later(2)
    g.do(c.Presence(seat=away, absent_since=gone_at))
    assert g.due_in(away, Due.ABSENT) == 178
    g.later(168)
    assert g.refused(g.expire(away, Due.ABSENT)) == "gone"
    g.later(11)
    g.do(g.expire(away, Due.ABSENT))
    assert g.changes[-1].departures[0].cause is Cause.CONNECTION


def test_coming_back_stops_the_away_timer() -> None:
    g = Game().started()
    g.do(c.Presence(seat=1, absent_since=g.now))
    expiry = g.expire(1, Due.ABSENT)
    g.later(170)
    g.do(c.Presence(seat=1, absent_since=None))
    g.later(20)
    assert g.refused(expiry) == "gone"
    assert g.refused(c.Presence(seat=1, absent_since=None)) == "gone"


def test_away_and_to_move_the_move_time_runs_out_first() -> None:
    g = Game().started().passed()
    seat = min(g.table.due())
    g.do(c.Presence(seat=seat, absent_since=g.now))
    g.later(30)
    g.do(g.expire(seat, Due.MOVE))
    assert g.changes[-1].departures[0].cause is Cause.TIME


def idle(g: Game) -> int:
    """Somebody who is not to move is asked: still there?"""
    seat = (min(g.table.due()) + 1) % 4
    g.do(c.Ask(seat=seat))
    assert g.due_in(seat, Due.IDLE) == 60
    return seat


def test_no_answer_to_still_there_is_leaving() -> None:
    g = Game(move_time_s=300).started().passed()
    seat = idle(g)
    assert g.refused(c.Ask(seat=seat)) == "gone"
    g.later(60)
    g.do(g.expire(seat, Due.IDLE))
    assert g.changes[-1].departures[0].cause is Cause.INACTIVITY


def test_an_answer_or_a_new_turn_ends_the_question() -> None:
    g = Game(move_time_s=300).started().passed()
    seat = idle(g)
    g.do(c.Here(seat=seat))
    assert g.due_in(seat, Due.IDLE) is None
    g.do(c.Ask(seat=seat))
    g.do(g.act(min(g.table.due())))
    assert g.due_in(seat, Due.IDLE) is None, "it never replaces one's own move clock"
    assert g.refused(c.Ask(seat=seat)) == "gone"


def test_a_lost_connection_replaces_the_question() -> None:
    """Whoever cannot see the question has the three minutes of a lost connection."""
    g = Game(move_time_s=300).started().passed()
    seat = idle(g)
    g.do(c.Presence(seat=seat, absent_since=g.now))
    assert g.due_in(seat, Due.IDLE) is None
    assert g.due_in(seat, Due.ABSENT) == 180


def from_outside(g: Game, seat: int, kind: Due) -> c.Expire:
    """A row that another game's start or the closing of an account has put there."""
    user = g.table.seats[seat].user_id
    held = Deadline(turn=g.table.game_number, started_at=g.now, due_at=g.now, user_id=user)
    object.__setattr__(g.table, "deadlines", {**g.table.deadlines, (seat, kind): held})
    return c.Expire(seat=seat, kind=kind, turn=held.turn)


@pytest.mark.parametrize("kind", [Due.NEW_GAME, Due.ACCOUNT])
def test_causes_from_outside(kind: Due) -> None:
    g = Game().started()
    expiry = from_outside(g, 3, kind)
    g.do(g.act(0))
    assert (3, kind) in g.table.deadlines, "it stands until it is served"
    g.do(expiry)
    assert g.changes[-1].departures[0].cause is CAUSE_OF[kind]
    assert points(g) == [(3, -1, "singles/first-hand")]


@pytest.mark.parametrize("kind", list(CAUSE_OF))
def test_no_cause_touches_a_game_that_has_ended(kind: Due) -> None:
    g = Game().started().play_on(is_over)
    paid = len([1 for change in g.changes if change.finished])
    assert g.refused(from_outside(g, 1, kind)) == "gone"
    assert paid == 1


@pytest.mark.parametrize("kind", list(CAUSE_OF))
def test_whoever_has_left_does_not_leave_again(kind: Due) -> None:
    g = Game().started()
    leave(g, 1)
    assert g.refused(from_outside(g, 1, kind)) == "gone"


def test_two_who_leave_are_settled_one_after_the_other() -> None:
    g = Game().started()
    g.later(30)
    for seat in (0, 1):
        g.do(g.expire(seat, Due.MOVE))
    assert points(g) == [(0, -1, "singles/first-hand"), (1, -1, "singles/first-hand")]
    assert g.table.leavers == {101, 102}
    assert [d.due_at - g.now for change in g.changes for d in change.departures] == [timedelta()] * 2


@pytest.mark.parametrize("kind", [Due.NEW_GAME, Due.ACCOUNT])
def test_a_cause_that_comes_late_does_not_leave_the_rematch(kind: Due) -> None:
    g = Game().started().play_on(is_over)
    late = from_outside(g, 2, kind)
    for seat in range(4):
        g.do(c.Rematch(seat=seat))
    assert (2, kind) not in g.table.deadlines
    g.deal()
    object.__setattr__(g.table, "deadlines", {**g.table.deadlines, (2, kind): Deadline(
        turn=late.turn, started_at=g.now, due_at=g.now)})  # fmt: skip
    assert g.refused(late) == "gone"
