"""The clock on Postgres: what falls due is served once, in time, whatever else fails."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from games.registry import game
from ladder.models import Abandonment, Entry
from portal.bots import tasks
from portal.tables import clock, database, hub, lobby, store, sweep
from portal.tables import commands as c
from portal.tables.lifecycle import Due, SeatKind, Status
from portal.tables.models import Deadline, Event, Table
from portal.tables.play import now, submit
from tests.portal.tables.at_tables import PORTAL, act, fall_due, ok, player, seated, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("commands_race")]


@pytest.fixture
def no_computers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The queue of computer players takes everything and answers nothing."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(tasks.play_turn, "delay", lambda *given: sent.append(given))
    return sent


async def causes() -> list[tuple[int, str]]:
    return [(a.seat, a.cause) async for a in Abandonment.objects.order_by("id")]


async def test_thirty_seconds_without_an_act(people: list[Any], no_computers: Any) -> None:
    """The seat has left with cause 'time' and one entry of −1."""
    table_id = await started([player(p) for p in people], scored=True)
    row = await Deadline.objects.aget(table_id=table_id, seat=2, kind="move")
    assert (row.due_at - row.started_at).total_seconds() == 30
    await fall_due(table_id, 2, Due.MOVE)
    await asyncio.gather(sweep.serve(0.2), sweep.serve(0.2))
    assert await causes() == [(2, "time")]
    entry = await Entry.objects.aget()
    assert (entry.seat, entry.points) == (2, -1)
    table = await store.load(table_id, fresh=True)
    assert (table.status, table.seats[2].kind) == (Status.RUNNING, SeatKind.COMPUTER)


async def test_a_deadline_is_served_when_it_falls_due_and_not_before(
    people: list[Any], no_computers: Any
) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await sweep.serve(0)
    assert await causes() == []
    late_s = []
    for seat in (1, 2, 3):
        row = await Deadline.objects.aget(table_id=table_id, seat=seat, kind="move")
        row.due_at = row.run_at = now() + timedelta(milliseconds=250)
        await row.asave()
        await sweep.serve(0.6)
        entry = await Entry.objects.aget(seat=seat)
        late_s.append((entry.at - row.due_at).total_seconds())
    assert 0 <= min(late_s) < 0.2  # the soonest: others use this machine too


async def test_a_computer_that_never_answers_plays_a_legal_card(
    people: list[Any], no_computers: list[Any]
) -> None:
    table_id = await started([player(people[0])], scored=True)
    await act(table_id, 0)
    await _until(table_id, lambda t: t.due() == {0} or t.status is not Status.RUNNING)
    table = await store.load(table_id, fresh=True)
    assert table.due() == {0}
    assert no_computers
    late = Event.objects.filter(table_id=table_id, data__code="computer-late")
    assert await late.acount() == await Event.objects.filter(table_id=table_id, kind="act").acount() - 1
    assert await causes() == []


async def _until(table_id: int, is_so: Any) -> None:
    for _ in range(40):
        if is_so(await store.load(table_id, fresh=True)):
            return
        await Deadline.objects.filter(table_id=table_id, kind="bot").aupdate(
            run_at=now() - timedelta(seconds=1), due_at=now() - timedelta(seconds=1)
        )
        await sweep.serve(0)
    raise AssertionError("not so after 40 sweeps")


async def test_the_queue_is_away_and_the_game_goes_on(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(tasks.play_turn, "delay", away)
    table_id = await started([player(people[0])], scored=True)
    await act(table_id, 0)
    await _until(table_id, lambda t: t.due() == {0})


async def test_what_a_computer_is_asked_is_its_seats_view_alone(
    people: list[Any], no_computers: list[Any]
) -> None:
    """SEC-01 for computers: the queue's message holds the seat's own document and nothing else."""
    table_id = await started([player(people[0])], scored=True)
    await Deadline.objects.filter(kind="bot").aupdate(run_at=now() - timedelta(seconds=1), due_at=now())
    await sweep.serve(0)
    table = await store.load(table_id)
    assert {given[2] for given in no_computers} == {1, 2, 3}
    for _, slug, seat, turn, level, budget, view in no_computers:
        assert (slug, turn, level) == ("black-lady", table.seats[seat].turn, 1)
        assert budget == game(slug).budgets.get(1, 0)
        assert view == table.engine.view(table.state, seat)


@pytest.mark.parametrize(("at_once", "share"), [(4, 1), (1, 3)])
async def test_the_more_computers_think_the_less_each_searches(
    people: list[Any], no_computers: list[Any], settings: Any, at_once: int, share: int
) -> None:
    """Spec: bots: under load the budget shrinks, never the promise about time."""
    settings.BOTS_AT_ONCE = at_once
    await started([player(people[0])], scored=True, level=3)
    await Deadline.objects.filter(kind="bot").aupdate(run_at=now() - timedelta(seconds=1), due_at=now())
    await sweep.serve(0)
    assert [given[5] for given in no_computers] == [game("black-lady").budgets[3] // share] * 3


async def _as_a_worker(work: Any) -> Any:
    """A worker's loop has a pool and a hub of its own, which end with it."""
    try:
        return await work
    finally:
        await hub.close()
        await database.close()


async def test_a_computers_turn_run_twice_plays_once(
    people: list[Any], no_computers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """UND-02: reloads, second ticks and repeated tasks change nothing: a computer's turn is the server's."""
    monkeypatch.setattr(tasks, "run", lambda work: asyncio.run(_as_a_worker(work)))
    table_id = await started([player(people[0])], scored=False)
    await Deadline.objects.filter(kind="bot", seat=1).aupdate(
        run_at=now() - timedelta(seconds=1), due_at=now()
    )
    await asyncio.gather(sweep.serve(0), sweep.serve(0), sweep.serve(0))
    (asked,) = (given for given in no_computers if given[2] == 1)
    for _ in range(5):
        store.forget()  # a page reloads, a process restarts
        await store.load(table_id)
        await asyncio.to_thread(tasks.play_turn.run, *asked)
    acts = Event.objects.filter(table_id=table_id, kind="act", seat=1)
    assert await acts.acount() == 1
    assert (await acts.aget()).data["budget"] == game("black-lady").budgets.get(1, 0)


async def test_a_computers_move_is_due_again_after_a_restart(
    people: list[Any], no_computers: list[Any]
) -> None:
    """A tick that died after it had claimed the row: the next ones find it again."""
    table_id = await started([player(people[0])], scored=False)
    await Deadline.objects.filter(kind="bot").aupdate(run_at=now() - timedelta(seconds=1), due_at=now())
    assert len(await sweep.claim()) == 3  # and nothing more
    assert await sweep.claim() == []
    await Deadline.objects.filter(kind="bot").aupdate(run_at=now() - timedelta(seconds=1))
    await sweep.serve(0)
    table = await store.load(table_id, fresh=True)
    assert table.due() == {0}


async def test_a_row_that_always_fails_stops_nobody(
    people: list[Any], no_computers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = await started([player(p) for p in people], scored=True)
    good = await started([player(p) for p in people], scored=True)
    await fall_due(bad, 0, Due.MOVE, seconds=5)
    real = sweep.submit

    async def submit(table_id: int, command: c.Command) -> Any:
        if table_id == bad:
            raise ZeroDivisionError
        return await real(table_id, command)

    monkeypatch.setattr(sweep, "submit", submit)
    monkeypatch.setattr(sweep, "DRAIN_S", 0)  # one attempt a sweep, however long it takes
    for attempt in range(1, clock.MAX_ATTEMPTS + 1):
        await sweep.serve(0)
        row = await Deadline.objects.aget(table_id=bad, seat=0, kind="move")
        assert (row.attempts, row.set_aside) == (attempt, attempt == clock.MAX_ATTEMPTS)
        await Deadline.objects.filter(pk=row.pk).aupdate(run_at=now())
    await fall_due(good, 1, Due.MOVE)
    await sweep.serve(0)
    assert await causes() == [(1, "time")]
    assert (await Deadline.objects.aget(pk=row.pk)).attempts == clock.MAX_ATTEMPTS


async def test_a_new_scored_game_leaves_the_old_one_once_it_has_begun(
    people: list[Any], no_computers: Any
) -> None:
    old = await started([player(p) for p in people], scored=True)
    new = await seated([player(people[1])], scored=True)
    await ok(new, c.Start(seat=0))
    await sweep.serve(0)
    assert await causes() == [], "sitting down and starting is not yet leaving"
    await ok(new, c.Nonce(seat=0, hand=1, nonce="a" * 32))
    await act(old, 0)  # a process that knows nothing of it plays on
    await sweep.serve(0)
    assert await causes() == [(1, "new-game")]
    assert (await store.load(old, fresh=True)).seats[1].kind is SeatKind.COMPUTER
    assert (await store.load(new, fresh=True)).seats[0].is_human
    await sweep.serve(0)
    assert len(await causes()) == 1
    assert not await Deadline.objects.filter(kind="new-game").aexists()


async def test_an_old_game_that_has_ended_meanwhile_costs_nothing(
    people: list[Any], no_computers: Any
) -> None:
    old = await started([player(p) for p in people], scored=True)
    new = await started([player(people[1])], scored=True)
    assert (await submit(old, c.Leave(seat=1, confirm=-1))).ok  # by Exit, a moment before
    await sweep.serve(0)
    assert await causes() == [(1, "exit")]
    assert not await Deadline.objects.filter(kind="new-game").aexists()
    assert not await Deadline.objects.filter(set_aside=True).aexists()
    assert new


async def test_a_test_game_leaves_nothing(people: list[Any], no_computers: Any) -> None:
    await started([player(p) for p in people], scored=True)
    await started([player(people[1])], scored=False)
    assert not await Deadline.objects.filter(kind="new-game").aexists()


async def test_closing_the_account_leaves_every_scored_game(people: list[Any], no_computers: Any) -> None:
    scored = await started([player(p) for p in people], scored=True)
    waiting = await seated([player(people[0]), player(people[3])], scored=True)
    test = await started([player(people[3])], scored=False)
    await lobby.close_account(people[3].pk)
    await sweep.serve(0)
    assert await causes() == [(3, "account-closed")]
    assert (await store.load(scored, fresh=True)).seats[3].kind is SeatKind.COMPUTER
    assert (await store.load(waiting, fresh=True)).seats[1].kind is SeatKind.OPEN
    assert not await Table.objects.filter(pk=test).aexists()


async def test_two_who_leave_are_settled_as_they_fell_due_then_by_seat(
    people: list[Any], no_computers: Any
) -> None:
    for first, second, later in ((3, 1, 0.5), (0, 2, 1)):
        table_id = await started([player(p) for p in people], scored=True)
        await fall_due(table_id, first, Due.MOVE, seconds=1)
        await fall_due(table_id, second, Due.MOVE, seconds=later)
        await sweep.serve(0)
        await sweep.serve(0)
    by_time = [seat for seat, cause in await causes() if cause == "time"]
    assert by_time == [
        3,
        1,
        0,
        2,
    ]  # the second game has also left the first one for those who were still there


async def test_a_test_table_is_deleted_after_its_end(people: list[Any], no_computers: Any) -> None:
    from tests.portal.tables.at_tables import play_on

    table_id = await started([player(people[0])], scored=False)
    await play_on(table_id, lambda t: t.status is Status.OVER)
    await fall_due(table_id, -1, Due.CLOSE)
    await sweep.serve(0)
    assert not await Table.objects.filter(pk=table_id).aexists()
    assert not await Event.objects.aexists()
    assert not await Deadline.objects.aexists()


async def test_a_deal_that_nobody_answers_is_dealt_by_the_clock(people: list[Any], no_computers: Any) -> None:
    wish = lobby.Wish(game="black-lady", seats=4, options=PORTAL, scored=True, move_time_s=30)
    code = await lobby.play_now(wish, player(people[0]))
    table_id = await lobby.table_by_code(code)
    assert table_id is not None
    await fall_due(table_id, -1, Due.DEAL)
    await sweep.serve(0)
    assert (await store.load(table_id, fresh=True)).due() == {0, 1, 2, 3}
