"""Leases, absence and "still there?" on Postgres; pages when Valkey is away (CON-01, CON-03, LVR-03)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Away

from ladder.models import Abandonment
from portal.bots import tasks
from portal.tables import commands as c
from portal.tables import presence, store, sweep
from portal.tables.hub import hub
from portal.tables.lifecycle import Due
from portal.tables.models import Deadline, Lease
from portal.tables.play import now
from tests.portal.tables.at_tables import act, fall_due, ok, play_on, player, started
from tests.portal.tables.pages import opened

pytestmark = pytest.mark.django_db(transaction=True)


async def causes() -> list[tuple[int, str]]:
    return [(a.seat, a.cause) async for a in Abandonment.objects.order_by("id")]


async def is_away(table_id: int, seat: int) -> bool:
    return (await store.load(table_id, fresh=True)).seats[seat].absent_since is not None


async def lapsed(table_id: int, seat: int) -> None:
    await Lease.objects.acreate(
        key=f"{table_id}-{seat}", table_id=table_id, seat=seat, node="gone:1",
        expires_at=now() - timedelta(seconds=1), input_at=now(),
    )  # fmt: skip


async def test_three_minutes_without_a_connection_is_leaving(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.play_turn, "delay", lambda *_: None)
    table_id = await started([player(p) for p in people], scored=True)
    await lapsed(table_id, 3)
    await sweep.serve(0)
    row = await Deadline.objects.aget(table_id=table_id, seat=3, kind="absent")
    away_since = (await store.load(table_id, fresh=True)).seats[3].absent_since
    assert away_since is not None
    assert row.due_at == away_since + timedelta(seconds=180)
    await Deadline.objects.filter(pk=row.pk).aupdate(due_at=now(), run_at=now())
    await sweep.serve(0)
    assert await causes() == [(3, "connection")]


async def test_a_seat_that_is_present_without_any_connection_is_found(people: list[Any]) -> None:
    """A process that stood still said "is back" after its connection's lease had ended and been swept."""
    table_id = await started([player(p) for p in people], scored=True)
    await Lease.objects.acreate(
        key="of seat 0", table_id=table_id, seat=0, node="here:1",
        expires_at=now() + timedelta(seconds=9), input_at=now(),
    )  # fmt: skip
    await lapsed(table_id, 1)  # the sweep of leases knows more about this one
    assert await presence.sweep_seats(now()) == 0, (
        "a table that has just changed may have a connection coming"
    )
    at = now() + timedelta(minutes=1)
    assert await presence.sweep_seats(at) == 2
    seats = (await store.load(table_id, fresh=True)).seats
    assert [seat.absent_since for seat in seats] == [None, None, at, at]
    assert await presence.sweep_seats(at) == 0


async def test_a_newer_connection_simply_joins(people: list[Any]) -> None:
    """CON-03: the cable was cut; another device shows the own hand at once, and nobody sees a leaving."""
    table_id = await started([player(p) for p in people], scored=True)
    code = (await store.load(table_id)).setup.code
    async with await opened(code, user=people[0]) as old:
        hand = (await old.fresh())["game"]["hand"]
        async with await opened(code, user=people[0]) as new:
            assert new.doc["game"]["hand"] == hand
            assert (await new.act())["ok"]
            assert not await is_away(table_id, 0)


async def test_a_table_that_fails_does_not_hold_up_the_absence_of_others(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = await started([player(p) for p in people], scored=False)
    good = await started([player(p) for p in people], scored=False)
    for table_id in (bad, good):
        await lapsed(table_id, 1)
    real = presence.submit

    async def submit(table_id: int, command: c.Command) -> Any:
        if table_id == bad:
            raise ZeroDivisionError
        return await real(table_id, command)

    with monkeypatch.context() as broken:
        broken.setattr(presence, "submit", submit)
        await presence.sweep_leases(now())
    assert await is_away(good, 1)
    assert not await is_away(bad, 1)
    await presence.sweep_leases(now())
    assert await is_away(bad, 1), "told again"


async def test_ten_quiet_minutes_and_no_answer(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.play_turn, "delay", lambda *_: None)
    table_id = await started([player(p) for p in people], scored=True, move_time_s=300)
    table = await play_on(table_id, lambda t: t.state.phase == "playing")
    mover, idle = min(table.due()), (min(table.due()) + 1) % 4
    quiet = now() - timedelta(seconds=601)
    for seat in (mover, idle):
        await presence.leases().open(table_id, seat)
    await Lease.objects.all().aupdate(input_at=quiet)
    await sweep.serve(0)
    asked = await store.load(table_id, fresh=True)
    assert [s.asked_at is not None for s in asked.seats] == [n == idle for n in range(4)], (
        "not on one's own clock"
    )
    version = asked.version
    await sweep.serve(0)
    assert (await store.load(table_id, fresh=True)).version == version, "asked once"
    await fall_due(table_id, idle, Due.IDLE)
    await sweep.serve(0)
    assert await causes() == [(idle, "inactivity")]


async def test_input_of_any_kind_is_told_with_the_next_renewal(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened((await store.load(table_id)).setup.code, user=people[0]) as page:
        await presence.leases().renew()
        quiet = now() - timedelta(seconds=500)
        await Lease.objects.all().aupdate(input_at=quiet)
        for kind, fields in (("ping", {"version": 0}), ("snapshot", {})):
            await page.ask(kind, **fields)
        await presence.leases().renew()
        assert (await Lease.objects.aget()).input_at == quiet, "what a page sends by itself is no input"
        await page.ask("chat", text="I am thinking")
        await presence.leases().renew()
        assert (now() - (await Lease.objects.aget()).input_at).total_seconds() < 5


async def test_pages_of_this_process_hear_also_while_valkey_is_away(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened((await store.load(table_id)).setup.code, user=people[0]) as page:

        async def away(*_: Any) -> None:
            raise Away

        monkeypatch.setattr(hub()._redis, "publish", away)
        table = await act(table_id, 1)
        assert (await page.shows(table.version))["seats"][1]["due"] is False
        assert (await page.act())["ok"]


async def test_a_process_that_has_not_heard_does_not_refuse(people: list[Any]) -> None:
    """An old snapshot costs a second look, never a refusal."""
    table_id = await started([player(p) for p in people], scored=True)
    old = await store.load(table_id)
    table = await play_on(table_id, lambda t: t.state.phase == "playing")
    store._cache[table_id] = old
    await ok(table_id, c.Act(seat=min(table.due()), turn=table.seats[min(table.due())].turn, act="play 2C"))


async def test_whoever_ran_out_of_time_is_told_so_and_what_it_counts(people: list[Any]) -> None:
    """Not that the table is private, which it is; also when the page comes back only later."""
    table_id = await started([player(p) for p in people], scored=True, public=False)
    code = (await store.load(table_id)).setup.code
    async with await opened(code, user=people[0]) as page:
        await ok(table_id, await fall_due(table_id, 0, Due.MOVE))
        told = await page.until(lambda frame: frame["type"] == "bye")
    assert told["code"] == "left"
    assert told["message"].startswith("Your time ran out, so you have left this game. It counts −1 point.")
    async with await opened(code, user=people[0]) as again:
        assert again.frames[-1]["message"] == told["message"]


async def test_whoever_went_by_exit_knows_it(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True, public=False)
    await ok(table_id, c.Leave(seat=1, confirm=-1))
    async with await opened((await store.load(table_id)).setup.code, user=people[1]) as page:
        assert page.frames[-1]["code"] == "private"
