"""One game along the one path: from the first seat to the points."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from ladder.models import Entry, Played, Standing
from portal.tables import commands as c
from portal.tables import store
from portal.tables.lifecycle import Status
from portal.tables.models import Event, Table
from portal.tables.play import submit
from tests.portal.tables.at_tables import act, guest, ok, play_on, player, seated, started

pytestmark = pytest.mark.django_db(transaction=True)


def is_over(table: Any) -> bool:
    return table.status is Status.OVER


async def test_a_scored_game_pays_each_seat_once(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    table = await play_on(table_id, is_over)
    assert table.result is not None
    entries = await sync_to_async(lambda: {e.seat: e.points for e in Entry.objects.all()})()
    assert entries == dict(enumerate(table.result["points"]))
    assert await Standing.objects.filter(period="all").acount() == 4
    played = await Played.objects.aget()
    assert played.record["seats"] == 4
    assert len([e for e in played.record["events"] if "chance" in e]) == 1
    assert played.record["fairness"][0]["seed"]


async def test_a_test_game_leaves_no_row(people: list[Any]) -> None:
    table_id = await started([guest("Guest 1"), player(people[0])], undo=True)
    await play_on(table_id, is_over)
    await ok(table_id, c.Leave(seat=0, confirm=None))
    assert (await submit(table_id, c.Leave(seat=1, confirm=None))).ok
    assert not await Table.objects.aexists()
    assert not await Event.objects.aexists()
    assert not await Entry.objects.aexists()
    assert not await Played.objects.aexists()


async def test_seats_fill_and_the_host_starts(people: list[Any]) -> None:
    table_id = await seated([player(people[0])], scored=True)
    refused = await submit(table_id, c.Start(seat=1))
    assert (refused.ok, refused.code) == (False, "not-host")
    table = await ok(table_id, c.Start(seat=0))
    assert [s.name for s in table.seats[1:]] == ["Iris", "Nova", "Ada"]
    assert table.dealing is not None


async def test_an_identical_act_is_answered_with_the_same_version(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    table = await act(table_id, 0)
    turn, text, version = table.seats[0].last or (0, "", 0)
    again = await submit(table_id, c.Act(seat=0, turn=turn, act=text))
    assert (again.ok, again.version) == (True, version)


async def test_a_game_for_several_counts_starts_with_the_seats_taken(people: list[Any]) -> None:
    classic = {"rule_set": "classic", "length": {"hands": 1}}
    table_id = await seated([player(p) for p in people], seats=5, options=classic, scored=True)
    await ok(table_id, c.Stand(seat=1))
    table = await ok(table_id, c.Start(seat=0))
    assert [s.name for s in table.seats] == ["Anna", "Cemal", "Danny"]
    store.forget()
    again = await store.load(table_id)
    assert (again.seats, again.host) == (table.seats, 0)
