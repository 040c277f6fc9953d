"""What tests do at tables, by the one path."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from portal.tables import commands as c
from portal.tables import hub, lobby, store
from portal.tables.lifecycle import Due
from portal.tables.models import Deadline, Table
from portal.tables.play import now, submit
from portal.tables.snapshot import Snapshot

PORTAL = {"rule_set": "portal", "length": {"hands": 1}}


def player(user: Any) -> c.Player:
    return c.Player(user_id=user.pk, guest_key="", name=user.username)


def guest(name: str) -> c.Player:
    return c.Player(user_id=None, guest_key=f"key-of-{name}", name=name)


async def seated(players: list[c.Player], **wish: Any) -> int:
    """A table at which `players` sit in order, connected, not yet started."""
    wished = {"game": "black-lady", "seats": 4, "options": PORTAL, "move_time_s": 30, **wish}
    table_id, _ = await lobby.make_table(lobby.Wish(**wished), players[0])
    for one in players[1:]:
        await ok(table_id, c.Sit(player=one))
    for seat in range(len(players)):
        await ok(table_id, c.Presence(seat=seat, absent_since=None))
    return table_id


async def started(players: list[c.Player], **wish: Any) -> int:
    """The same, started and dealt: each page has sent its randomness."""
    table_id = await seated(players, **wish)
    await ok(table_id, c.Start(seat=0))
    await deal(table_id)
    return table_id


async def code_of(table_id: int) -> str:
    return (await store.load(table_id)).setup.code


async def deal(table_id: int) -> None:
    """Every page that is there sends its randomness for the hand to come."""
    table = await store.load(table_id, fresh=True)
    for seat in sorted(table.present()):
        if table.dealing:
            await ok(table_id, c.Nonce(seat=seat, hand=table.dealing.hand, nonce=f"{seat:032x}"))


async def ok(table_id: int, command: c.Command) -> Snapshot:
    """The command is accepted; the table after it."""
    outcome = await submit(table_id, command)
    assert outcome.ok, (command, outcome.code, outcome.message)
    return await store.load(table_id)


def first_act(table: Snapshot, seat: int) -> str:
    """Some legal act of a seat that is due."""
    legal = table.engine.legal(table.state, seat)
    return legal.acts[0] if legal.acts else " ".join((legal.verb, *legal.of[: legal.choose]))


async def act(table_id: int, seat: int, text: str | None = None) -> Snapshot:
    table = await store.load(table_id)
    return await ok(
        table_id, c.Act(seat=seat, turn=table.seats[seat].turn, act=text or first_act(table, seat))
    )


async def play_on(table_id: int, until: Callable[[Snapshot], bool]) -> Snapshot:
    """Everybody plays the first legal act until the table is as asked."""
    for _ in range(2_000):
        table = await store.load(table_id)
        if until(table):
            return table
        if table.window:
            for seat in sorted(table.present()):
                await submit(table_id, c.Continue(seat=seat, hand=table.window.hand))
            await deal(table_id)
        else:
            await act(table_id, min(table.due()))
    raise AssertionError("the game did not come to an end")


async def fall_due(table_id: int, seat: int, kind: Due, seconds: float = 0.001) -> c.Expire:
    """Sets a deadline into the past, in its row and in what the table knows of it; its expiry."""
    row = await Deadline.objects.aget(table_id=table_id, seat=seat, kind=str(kind))
    row.due_at = row.run_at = now() - timedelta(seconds=seconds)
    await row.asave()
    if kind is Due.MOVE:
        doc = await Table.objects.values_list("doc", flat=True).aget(pk=table_id)
        doc["play"][seat][2] = row.due_at.isoformat()
        await Table.objects.filter(pk=table_id).aupdate(doc=doc)
    store.forget(table_id)
    return c.Expire(seat=seat, kind=kind, turn=row.turn)


@asynccontextmanager
async def another_process() -> AsyncIterator[None]:
    """What is done inside is done by a process that has a hub of its own; this one is told of it afterwards."""
    loop, own, known = asyncio.get_running_loop(), hub.hub(), store._cache.copy()
    inbox, own._inbox = own._inbox, asyncio.Queue()
    hub._hubs[loop] = hub.Hub()
    store.forget()
    try:
        yield
    finally:
        await hub.close()
        hub._hubs[loop] = own
        store.forget()
        store._cache.update(known)
        inbox, own._inbox = own._inbox, inbox
        while not inbox.empty():
            own._inbox.put_nowait(inbox.get_nowait())
