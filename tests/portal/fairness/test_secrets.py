"""A seed is nowhere outside before its hand is over: no log line, frame, page, task message or computer's view.

A scored game of two hands, one person with three computers and a spectator: all that goes out is gathered from the
first commitment on, with the moment at which it went, and searched for the seeds that were secret then.
"""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from kombu.utils.json import dumps as as_task_message

from portal.bots import tasks
from portal.fairness.checking import check_stored
from portal.tables import commands as c
from portal.tables import database, hub, store, sweep
from portal.tables.lifecycle import Status
from portal.tables.models import Deadline
from portal.tables.play import now, submit
from portal.tables.snapshot import Change, Snapshot
from tests.portal.fairness.games import options
from tests.portal.tables.at_tables import deal, first_act, ok, player, seated

pytestmark = pytest.mark.django_db(transaction=True)
SPECIES = ("log", "published", "page", "task", "record")


class Outside:
    """What has gone out, by species, and the seeds that were secret when it went."""

    def __init__(self) -> None:
        self.secret: set[str] = set()
        self.seeds: set[str] = set()
        self.counts = dict.fromkeys(SPECIES, 0)
        self.seen_open: set[str] = set()

    def table(self, table: Snapshot) -> None:
        """From now on these are the seeds that nobody may know."""
        done = len(table.engine.completed_hands(table.state)) if table.state else 0
        over = table.status is not Status.RUNNING
        dealt = {part["seed"] for part in table.deals_seen if part["hand"] > done and not over}
        self.secret = dealt | ({table.dealing.seed.hex()} if table.dealing else set())
        self.seeds |= self.secret

    def went(self, species: str, text: str) -> None:
        self.counts[species] += 1
        self.seen_open |= {seed for seed in self.seeds - self.secret if seed in text}
        for seed in self.secret:
            assert seed not in text.lower(), f"{species}: {text[:2000]}"
            assert repr(bytes.fromhex(seed))[2:-1] not in text, f"{species}: {text[:2000]}"


class Handler(logging.Handler):
    """Every log line at every level, with its values."""

    def __init__(self, outside: Outside) -> None:
        super().__init__(logging.DEBUG)
        self.outside = outside

    def emit(self, record: logging.LogRecord) -> None:
        self.outside.went("log", f"{record.getMessage()} {record.args} {record.__dict__}")


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Any:
    gathered = Outside()
    commit, publish = store.commit, hub.Hub.publish

    async def committed(before: Snapshot, change: Change) -> bool:
        gathered.table(change.after)
        return await commit(before, change)

    async def published(self: hub.Hub, topic: str, message: Any) -> None:
        gathered.went("published", json.dumps(message, default=str).replace('\\"', '"'))
        await publish(self, topic, message)

    monkeypatch.setattr(store, "commit", committed)
    monkeypatch.setattr(hub.Hub, "publish", published)
    root, handler = logging.getLogger(), Handler(gathered)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield gathered
    root.removeHandler(handler)
    root.setLevel(level)


async def test_no_seed_is_outside_before_its_time(
    people: list[Any], outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[tuple[Any, ...]] = []
    monkeypatch.setattr(tasks.play_turn, "delay", lambda *given: messages.append(given))
    monkeypatch.setattr(tasks, "run", lambda work: asyncio.run(_as_a_worker(work)))
    client = Client(HTTP_HOST="localhost")
    await sync_to_async(client.force_login)(people[0])
    table_id = await seated([player(people[0])], scored=True, public=True, by_lot=True, options=options(2))
    await ok(table_id, c.Start(seat=0))
    for _ in range(400):
        table = await store.load(table_id, fresh=True)
        outside.table(table)
        if table.status is not Status.RUNNING:
            break
        if table.dealing or table.window or table.humans() & table.due():
            await look_around(client, table, outside)
        await go_on(table_id, table, messages, outside)
    assert table.status is Status.OVER
    outside.went("record", json.dumps(await sync_to_async(stored_record)()))
    assert all(outside.counts.values()), outside.counts
    assert len(outside.seeds) == 3, "the lot's and two hands'"
    assert outside.seen_open == outside.seeds, "the search does find a seed, once it is open"


async def go_on(table_id: int, table: Snapshot, messages: list[tuple[Any, ...]], outside: Outside) -> None:
    """The person continues, gives randomness or acts; else the computers' tasks are sent and carried out."""
    (me,) = table.humans()
    if table.window:
        await submit(table_id, c.Continue(seat=me, hand=table.window.hand))
        await deal(table_id)
    elif table.dealing:
        await deal(table_id)
    elif me in table.due():
        await ok(table_id, c.Act(seat=me, turn=table.seats[me].turn, act=first_act(table, me)))
    else:
        past = now() - timedelta(seconds=1)
        await Deadline.objects.filter(kind="bot").aupdate(run_at=past, due_at=past)
        await sweep.serve(0)
        while messages:
            given = messages.pop()
            outside.went("task", as_task_message(given))
            await asyncio.to_thread(tasks.play_turn.run, *given)


async def look_around(client: Client, table: Snapshot, outside: Outside) -> None:
    """The pages that somebody might open meanwhile, signed in and as a stranger."""
    code, ref = table.setup.code, f"{table.setup.id}-{table.game_number}"
    addresses = (
        f"/tables/{code}/",
        "/",
        f"/fair-deals/?game={ref}",
        f"/games/{ref}.json",
        f"/games/{ref}/replay.json",
    )
    for visitor in (client, Client(HTTP_HOST="localhost")):
        for address in addresses:
            response = await sync_to_async(visitor.get)(address)
            outside.went("page", response.content.decode())


def stored_record() -> Any:
    from ladder.models import Played

    record = Played.objects.get().record
    assert [found.verdict for found in check_stored(record)] == ["matches"] * 3
    return record


async def _as_a_worker(work: Any) -> Any:
    """A worker's loop has a pool and a hub of its own, which end with it."""
    try:
        return await work
    finally:
        await hub.close()
        await database.close()


def test_the_search_finds_what_it_is_for() -> None:
    outside = Outside()
    outside.secret = {"0a" * 32}
    for text in ("seed=" + "0a" * 32, ("0A" * 32), str(bytes.fromhex("0a" * 32))):
        with pytest.raises(AssertionError):
            outside.went("log", text)
    outside.went("log", "ab" * 32)
