"""Time in which the portal was away counts for nobody (scenarios TMR-03, LVR-02; spec: portal, Clocks)."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from ladder.models import Abandonment
from portal.bots import tasks
from portal.tables import commands as c
from portal.tables import lobby, outage, play, presence, store, sweep
from portal.tables.models import Deadline, Event, Lease, Outage
from tests.portal.tables.at_tables import act, ok, play_on, player, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("commands_race")]


class Hands:
    """The hands of the server's clock, moved by the test."""

    def __init__(self) -> None:
        self.at = play.now()

    def __call__(self) -> datetime:
        return self.at

    def later(self, seconds: float) -> datetime:
        self.at += timedelta(seconds=seconds)
        return self.at


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    clock = Hands()
    for module in (play, sweep, presence, lobby):
        monkeypatch.setattr(module, "now", clock)
    monkeypatch.setattr(tasks.play_turn, "delay", lambda *_: None)
    return clock


async def alive(hands: Hands, seconds: int = 3, web: bool = True, clock: bool = True) -> None:
    """Second after second both kinds of processes live (or one of them)."""
    for _ in range(seconds):
        if web:
            await presence.leases().renew()
        if clock:
            await sweep.serve(0)
        hands.later(1)


async def left_ms(table_id: int) -> dict[tuple[int, str], float]:
    """Seconds left of each deadline, in its row."""
    rows = Deadline.objects.filter(table_id=table_id)
    return {(d.seat, d.kind): (d.due_at - play.now()).total_seconds() async for d in rows}


async def told(table_id: int) -> int:
    return await Event.objects.filter(table_id=table_id, data__code="outage").acount()


def close_to(found: dict[Any, float], expected: dict[Any, float], within: float = 1.0) -> bool:
    return found.keys() == expected.keys() and all(abs(found[k] - expected[k]) <= within for k in expected)


async def test_four_minutes_away_cost_nobody_anything(people: list[Any], hands: Hands) -> None:
    """Deadlines fall due inside the outage: on return nobody has lost and each clock stands where it stood."""
    tables = []
    for _ in range(3):
        tables.append(await started([player(p) for p in people], scored=True, game="black-lady"))
        await Deadline.objects.filter(kind="new-game").adelete()
    await alive(hands)
    await act(tables[1], 0)
    await ok(tables[2], c.Presence(seat=3, absent_since=hands()))
    await alive(hands, 1)
    before = [await left_ms(table_id) for table_id in tables]
    assert (3, "absent") in before[2]
    hands.later(240)
    await asyncio.gather(sweep.serve(0), sweep.serve(0))  # two machines come back at once
    await presence.leases().renew()
    await sweep.serve(0)
    assert await Abandonment.objects.acount() == 0
    for table_id, stood in zip(tables, before, strict=True):
        assert close_to(await left_ms(table_id), stood)
        assert await told(table_id) == 1
        table = await store.load(table_id, fresh=True)
        assert [n["code"] for n in table.notices].count("outage") == 1
        for (seat, kind), deadline in table.deadlines.items():
            assert kind != "move" or deadline.due_at == table.seats[seat].move_due_at
    assert await Outage.objects.filter(is_over=True).acount() == 2
    await alive(hands, 3)
    assert close_to(await left_ms(tables[0]), {k: s - 3 for k, s in before[0].items()}), "and they run on"


async def test_after_it_the_time_runs_out_as_ever(people: list[Any], hands: Hands) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    hands.later(100)
    await alive(hands, 28)  # two had run before it
    assert await Abandonment.objects.acount() == 0
    await alive(hands, 3)
    assert await Abandonment.objects.filter(cause="time", table_ref=str(table_id)).acount() == 4


@pytest.mark.parametrize("silent", ["web", "clock"])
async def test_one_kind_of_process_is_away(people: list[Any], hands: Hands, silent: str) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    before = await left_ms(table_id)
    for _ in range(60):
        await alive(hands, 1, web=silent != "web", clock=silent != "clock")
    await alive(hands, 1)
    assert await Abandonment.objects.acount() == 0
    assert close_to(await left_ms(table_id), {k: s - 1 for k, s in before.items()})
    assert await told(table_id) == 1, "a gap that lasts is told once"
    table = await store.load(table_id, fresh=True)
    assert len(table.notices) < 20
    assert await Outage.objects.filter(kind=silent).acount() == 1


async def test_a_turn_that_began_in_the_gap_moves_by_its_own_part(people: list[Any], hands: Hands) -> None:
    """The clock was away, the pages were not: somebody played meanwhile."""
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    await alive(hands, 4, clock=False)
    table = await play_on(table_id, lambda t: t.state.phase == "playing")
    seat = min(table.due())
    await alive(hands, 10, clock=False)
    assert (await left_ms(table_id))[seat, "move"] == 20
    await alive(hands, 1)
    assert close_to(await left_ms(table_id), {(seat, "move"): 29})


async def test_two_shifts_at_once_shift_once(people: list[Any], hands: Hands) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    before = await left_ms(table_id)
    hands.later(50)
    at = hands()
    await asyncio.gather(*(outage.shift(at - timedelta(milliseconds=n)) for n in (0, 300, 0, 20)))
    await outage.shift(at - timedelta(milliseconds=500))  # a tick that was held up, with an older time
    await outage.shift(at)
    assert close_to(await left_ms(table_id), before)
    assert await told(table_id) == 1


async def test_a_choice_can_be_taken_back_after_an_outage(people: list[Any], hands: Hands) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    await act(table_id, 1)
    hands.later(120)
    await alive(hands, 2)
    await act(table_id, 1, "take-back")
    assert 25 < (await left_ms(table_id))[1, "move"] < 30


async def test_short_silence_is_no_outage(people: list[Any], hands: Hands) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await alive(hands)
    before = await left_ms(table_id)
    hands.later(4)
    await alive(hands, 1)
    assert close_to(await left_ms(table_id), {k: s - 5 for k, s in before.items()}, within=0.01)
    assert await Outage.objects.acount() == 0


async def test_a_lease_that_lapsed_in_the_outage_counts_from_its_end(people: list[Any], hands: Hands) -> None:
    """The web process died with it: absence is counted from the return of the portal, not from the crash."""
    table_id = await started([player(p) for p in people], scored=True)
    await presence.leases().open(table_id, 2)
    await alive(hands)
    presence.leases()._open.clear()  # the process is killed
    hands.later(300)
    await alive(hands, 25)
    away = (await store.load(table_id, fresh=True)).seats[2].absent_since
    assert away is not None
    assert (hands() - away).total_seconds() < 26


async def test_a_lease_that_lapsed_while_its_socket_lived_begins_again(
    people: list[Any], hands: Hands
) -> None:
    """Postgres was away for a minute: the seats of open sockets are present again."""
    table_id = await started([player(p) for p in people], scored=True)
    key = await presence.leases().open(table_id, 2)
    await alive(hands, 1)
    hands.later(60)
    await sweep.serve(0)  # the clock is back first
    assert (await store.load(table_id, fresh=True)).seats[2].absent_since is not None
    assert not await Lease.objects.filter(key=key).aexists()
    await alive(hands, 2)
    assert (await store.load(table_id, fresh=True)).seats[2].absent_since is None
    assert await Lease.objects.filter(key=key).aexists()
    assert (2, "absent") not in await left_ms(table_id)
