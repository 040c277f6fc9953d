"""The chaos suite's auditor finds what it is there for: each kind of damage, done on purpose to a sound table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from ladder.models import Bucket
from portal.tables import commands as c
from portal.tables.lifecycle import Status
from portal.tables.models import Deadline, Event, Lease, Table
from portal.tables.play import now
from tests.chaos import audit
from tests.chaos.crowd import Booked
from tests.load.habits import Regular
from tests.load.robots import Account
from tests.portal.tables.at_tables import ok, play_on, player, started

pytestmark = pytest.mark.django_db(transaction=True)


def _unlogged(booked: Booked) -> None:
    Event.objects.filter(kind="act", table_id=booked.table_id).earliest("id").delete()


def _written_twice(booked: Booked) -> None:
    row = Event.objects.filter(kind="act", table_id=booked.table_id).earliest("id")
    row.pk = None
    row.save()


def _untold(booked: Booked) -> None:
    Event.objects.filter(data__code="left").delete()


def _refused_but_done(booked: Booked) -> None:
    turn, act = booked.robots[0].accepted[0]
    booked.robots[0].refused.append((turn, act, "stale"))


def _accepted_but_lost(booked: Booked) -> None:
    booked.robots[0].accepted.append((99, "play QS"))


def _unpaid(booked: Booked) -> None:
    booked.people[9] = booked.people[0]  # somebody sat there, too, and got nothing


def _paid_another(booked: Booked) -> None:
    booked.people[0] = booked.people[1]


def _overdue(booked: Booked) -> None:
    Deadline.objects.update(due_at=now() - timedelta(minutes=1))


def _set_aside(booked: Booked) -> None:
    Deadline.objects.update(set_aside=True)


def _still_there(booked: Booked) -> None:
    Lease.objects.create(
        key="k",
        table_id=booked.table_id,
        seat=0,
        node="n",
        expires_at=now() + timedelta(seconds=60),
        input_at=now(),
    )


def _miscounted(booked: Booked) -> None:
    Bucket.objects.update(n=7)


def _left_lying(booked: Booked) -> None:
    Table.objects.filter(pk=booked.table_id).update(
        scored=False, status="over", changed_at=now() - timedelta(hours=1)
    )


def _stopped(booked: Booked) -> None:
    Table.objects.filter(pk=booked.table_id).update(status="running")
    Deadline.objects.all().delete()


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (_unlogged, "its log does not lead to its state"),
        (_written_twice, "written 2 times"),
        (_untold, "told 0 times, kept 1 times"),
        (_refused_but_done, "was accepted and refused"),
        (_accepted_but_lost, "accepted 'play QS' of turn 99 is not in the log"),
        (_unpaid, "seat 9: 0 entries and 0 leavings"),
        (_paid_another, "somebody else was paid"),
        (_overdue, "overdue since"),
        (_set_aside, "set aside after"),
        (_still_there, "somebody still counts as connected: lease of seat 0"),
        (_miscounted, "rows differ from the ledger"),
        (_left_lying, "has ended long ago, and is still there"),
        (_stopped, "runs, and nothing will ever fall due there"),
    ],
)
async def test_the_auditor_finds(people: list[Any], damage: Callable[[Booked], None], found: str) -> None:
    booked = await _played(people)
    assert await sync_to_async(audit.violations)([booked]) == []
    await sync_to_async(damage)(booked)
    told = await sync_to_async(audit.violations)([booked])
    assert any(found in line for line in told), told


async def _played(people: list[Any]) -> Booked:
    """A scored game of two, one of whom has left, played to its end; and a robot that says what it did there."""
    two = [player(p) for p in people[:2]]
    table_id = await started(two, scored=True)
    await ok(table_id, c.Leave(seat=1, confirm=-1))
    await play_on(table_id, lambda t: t.status is Status.OVER)
    accounts = {n: Account(user_id=p.pk, name=p.username, cookie="") for n, p in enumerate(people[:2])}
    robots = [Regular(address="", code="", account=one) for one in accounts.values()]
    mine = Event.objects.filter(table_id=table_id, kind="act", seat=0).order_by("id")
    robots[0].accepted = [(event.data["turn"], event.data["event"]["act"]) async for event in mine]
    return Booked(table_id, "ABCDE", True, accounts, robots)
