"""Several ticks, stopped ones and killed ones: the order of leavings and the players' time are kept."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from ladder.models import Abandonment, Entry
from portal.tables import presence, sweep
from portal.tables.lifecycle import Due
from portal.tables.models import Deadline
from portal.tables.play import now
from tests.portal.tables.at_tables import fall_due, player, started
from tests.portal.tables.test_outage import Hands, alive, hands

__all__ = ["hands"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("commands_race")]


async def test_who_fell_due_later_waits_whichever_tick_has_the_other(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await Deadline.objects.filter(kind="bot").adelete()
    await fall_due(table_id, 3, Due.MOVE, seconds=1)
    await fall_due(table_id, 1, Due.MOVE, seconds=0.5)
    (first,) = await sweep.claim()
    assert (first[1], first[2]) == (table_id, 3)
    await Deadline.objects.filter(kind="move", seat=3).aupdate(run_at=now() + timedelta(hours=1))
    assert await sweep.claim() == [], "another tick, while the first has not settled it yet"
    await Deadline.objects.filter(kind="move", seat=3).aupdate(run_at=now())  # that one died
    assert [row[2] for row in await sweep.claim()] == [3]
    assert [row[2] for row in await sweep.claim()] == [1], "a row that fails keeps nobody waiting for long"


async def test_an_expiry_delivered_again_and_again_counts_once(people: list[Any]) -> None:
    """TMR-02: the tick that has taken it is slow, others take it meanwhile, and all of them serve it."""
    table_id = await started([player(p) for p in people], scored=True)
    await Deadline.objects.filter(kind="bot").adelete()
    await fall_due(table_id, 2, Due.MOVE, seconds=1)
    taken = []
    for _ in range(6):
        taken += await sweep.claim()
        await Deadline.objects.filter(kind="move", seat=2).aupdate(run_at=now())  # past its window
    assert [row[2] for row in taken] == [2] * 6
    gate = asyncio.Semaphore(sweep.AT_ONCE)
    await asyncio.gather(*(sweep._in_order([row], gate) for row in taken))
    await sweep._in_order(taken[:1], gate)
    assert [a.seat async for a in Abandonment.objects.all()] == [2]
    assert [e.points async for e in Entry.objects.filter(seat=2)] == [-1]


async def test_a_sweep_that_was_stopped_charges_nobody_for_it(
    people: list[Any], hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine sleeps while a tick is at work; it finds everything overdue when it wakes."""
    await started([player(p) for p in people], scored=True)
    await alive(hands)

    class AwakeForLong(Exception):
        pass

    naps = iter([120])

    async def sleep() -> float:
        for seconds in naps:
            hands.later(seconds)
            return 0.001
        raise AwakeForLong

    monkeypatch.setattr(sweep, "_until_next", sleep)
    await presence.leases().renew()
    with pytest.raises(AwakeForLong):
        await sweep.serve(60)
    assert await Abandonment.objects.acount() == 0
    left_s = [(row.due_at - hands()).total_seconds() async for row in Deadline.objects.filter(kind="move")]
    assert all(20 < left < 30 for left in left_s)
    assert hands() > now() + timedelta(seconds=100)
