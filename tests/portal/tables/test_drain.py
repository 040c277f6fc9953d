"""Before a restart: tables are told in words, running games go on, no new one begins."""

from __future__ import annotations

import asyncio
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from portal.tables import commands as c
from portal.tables import drain, lobby, store
from portal.tables.lifecycle import Status
from portal.tables.models import Draining, Event
from portal.tables.play import submit
from tests.portal.tables.at_tables import PORTAL, act, ok, play_on, player, seated, started

pytestmark = pytest.mark.django_db(transaction=True)


async def run(*words: str) -> str:
    printed = StringIO()
    await asyncio.to_thread(call_command, "drain", *words, stdout=printed)
    store.forget()
    return printed.getvalue()


async def test_every_table_is_told_once_and_plays_on(people: list[Any]) -> None:
    running = await started([player(p) for p in people], scored=True)
    waiting = await seated([player(people[0])], scored=False)
    printed = await run()
    assert "2 tables have been told. 1 games are running" in printed
    for table_id in (running, waiting):
        told = [n for n in (await store.load(table_id)).notices if n["code"] == "restart"]
        assert [n["text"] for n in told] == [drain.TOLD]
    assert await Event.objects.filter(data__code="restart").acount() == 2
    await act(running, min((await store.load(running)).due()))


async def test_no_game_begins_until_the_drain_ends(people: list[Any]) -> None:
    waiting = await seated([player(people[0])], scored=False)
    over = await started([player(people[1])], scored=False)
    await play_on(over, lambda t: t.status is Status.OVER)
    await run()
    await run()  # again changes nothing
    for table_id, wish in ((waiting, c.Start(seat=0)), (over, c.Rematch(seat=0))):
        outcome = await submit(table_id, wish)
        assert (outcome.ok, outcome.code, outcome.message) == (False, "draining", drain.NO_NEW_GAMES)
    wish = lobby.Wish(game="black-lady", seats=4, options=PORTAL)
    with pytest.raises(lobby.Draining, match="about to restart"):
        await lobby.play_now(wish, player(people[2]))
    assert "New games begin again." in await run("--off")
    assert not await Draining.objects.aexists()
    await ok(waiting, c.Start(seat=0))
    await ok(over, c.Rematch(seat=0))
    assert await lobby.play_now(wish, player(people[2]))


async def test_wait_and_off_exclude_each_other(people: list[Any]) -> None:
    with pytest.raises(CommandError, match="leave out --wait"):
        await run("--off", "--wait", "5")
