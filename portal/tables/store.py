"""Load and commit: the only writer of tables, seats, events and deadlines.

A commit is one statement that changes a table only where its version is still the one decided upon; all that
goes with it hangs on that one row (`FROM moved`). Changes that pay points run it and the ledger's statements in
one transaction.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from psycopg import AsyncConnection, AsyncCursor
from psycopg.errors import DeadlockDetected, SerializationFailure

from games.api import Event, UnknownGame
from games.registry import game
from portal.tables import clock, documents, game_log, settlement
from portal.tables.database import pool
from portal.tables.lifecycle import Due, SeatKind, Status
from portal.tables.snapshot import Change, Deadline, SeatState, Setup, Snapshot
from portal.tables.wire import jsonb

_CACHE_SIZE = 5_000
_cache: OrderedDict[int, Snapshot] = OrderedDict()
"""The last snapshot seen of each table. A stale one costs a refused commit and a fresh load, never an error."""


class NoTable(LookupError):
    """There is no such table (any more), or its game is not there now (it comes back with the game)."""


_LOAD = """
SELECT t.id, t.code, t.game, t.options, t.scored, t.level, t.move_time_s, t.public, t.people_only, t.programs,
       t.undo, t.hints, t.version, t.status, t.game_number, t.host, t.ended, t.doc,
       ARRAY(SELECT jsonb_build_array(kind, user_id, guest_key, name, absent_since, "left")
             FROM tables_seat s WHERE s.table_id = t.id ORDER BY seat),
       ARRAY(SELECT jsonb_build_array(seat, kind, turn, started_at, due_at, user_id)
             FROM tables_deadline d WHERE d.table_id = t.id),
       t.by_lot
FROM tables_table t WHERE t.id = %s
"""


async def load(table_id: int, *, fresh: bool = False) -> Snapshot:
    """The table as this process knows it, or, where it does not or `fresh` is asked for, as Postgres does."""
    if not fresh and table_id in _cache:
        _cache.move_to_end(table_id)
        return _cache[table_id]
    async with (await pool()).connection() as conn:
        row = await (await conn.execute(_LOAD, (table_id,))).fetchone()
    if row is None:
        _cache.pop(table_id, None)
        raise NoTable(table_id)
    try:
        return remember(_snapshot(row))
    except UnknownGame as unknown:
        raise NoTable(table_id) from unknown


async def version_of(table_id: int) -> int:
    """The table's version in Postgres, whatever this process knows. Raises NoTable."""
    async with (await pool()).connection() as conn:
        row = await (
            await conn.execute("SELECT version FROM tables_table WHERE id = %s", (table_id,))
        ).fetchone()
    if row is None:
        forget(table_id)
        raise NoTable(table_id)
    return int(row[0])


def remember(table: Snapshot) -> Snapshot:
    """Keeps the newest snapshot of a table."""
    known = _cache.get(table.setup.id)
    if known is None or known.version <= table.version:
        _cache[table.setup.id] = table
        _cache.move_to_end(table.setup.id)
        if len(_cache) > _CACHE_SIZE:
            _cache.popitem(last=False)
    return table


def outdated(table_id: int, version: int) -> None:
    """Another process has told of `version`: what is older here is dropped."""
    known = _cache.get(table_id)
    if known is not None and known.version < version:
        del _cache[table_id]


def forget(table_id: int | None = None) -> None:
    """Drops one table, or all, from the cache."""
    if table_id is None:
        _cache.clear()
    else:
        _cache.pop(table_id, None)


def _snapshot(row: Sequence[Any]) -> Snapshot:
    setup = Setup(
        id=row[0], code=row[1], game=row[2], options=row[3], scored=row[4], level=row[5], move_time_s=row[6],
        public=row[7], people_only=row[8], programs=row[9], undo=row[10], hints=row[11],
        by_lot=row[20],
    )  # fmt: skip
    doc = row[17]
    plays = doc.get("play") or [None] * len(row[18])
    return Snapshot(
        setup=setup,
        version=row[12],
        status=Status(row[13]),
        game_number=row[14],
        host=row[15],
        ended=row[16],
        seats=tuple(_seat(seat, play) for seat, play in zip(row[18], plays, strict=True)),
        deadlines={(d[0], Due(d[1])): _deadline(d) for d in row[19]},
        **documents.load(doc, game(setup.game).engine),
    )


def _seat(row: Sequence[Any], play: list[Any] | None) -> SeatState:
    kind, user_id, guest_key, name, absent_since, left = row
    return SeatState(
        kind=SeatKind(kind),
        user_id=user_id,
        guest_key=guest_key,
        name=name,
        absent_since=_instant(absent_since),
        left=left,
        **documents.load_seat(play),
    )


def _deadline(row: Sequence[Any]) -> Deadline:
    started_at, due_at = _instant(row[3]), _instant(row[4])
    assert started_at is not None
    assert due_at is not None
    return Deadline(turn=row[2], started_at=started_at, due_at=due_at, user_id=row[5])


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


_COMMIT = """
WITH moved AS (
  UPDATE tables_table SET version = %(version)s, status = %(status)s, game_number = %(game_number)s,
         host = %(host)s, ended = %(ended)s, doc = %(doc)s, changed_at = %(at)s
  WHERE id = %(id)s AND version = %(was)s RETURNING id
), logged AS (
  INSERT INTO tables_event (table_id, game_number, version, kind, seat, data, at)
  SELECT moved.id, %(game_number)s, %(version)s, e.kind, e.seat, e.data, %(at)s
  FROM moved, ROWS FROM (jsonb_to_recordset(%(log)s) AS (kind text, seat int, data jsonb))
       WITH ORDINALITY AS e(kind, seat, data, n) ORDER BY e.n
), stopped AS (
  DELETE FROM tables_deadline d USING moved, jsonb_to_recordset(%(stopped)s) AS x(seat int, kind text)
  WHERE d.table_id = moved.id AND d.seat = x.seat AND d.kind = x.kind
), started AS (
  INSERT INTO tables_deadline (table_id, seat, kind, turn, started_at, due_at, run_at, attempts, set_aside)
  SELECT moved.id, x.seat, x.kind, x.turn, x.started_at, x.due_at, x.due_at, 0, false
  FROM moved, jsonb_to_recordset(%(started)s)
       AS x(seat int, kind text, turn int, started_at timestamptz, due_at timestamptz)
  ON CONFLICT (table_id, seat, kind) DO UPDATE SET turn = excluded.turn, started_at = excluded.started_at,
     due_at = excluded.due_at, run_at = excluded.run_at, attempts = 0, set_aside = false
), seated AS (
  UPDATE tables_seat s SET kind = x.kind, user_id = x.user_id, guest_key = x.guest_key, name = x.name,
         absent_since = x.absent_since, "left" = x."left"
  FROM moved, jsonb_to_recordset(%(seats)s) AS x(seat int, kind text, user_id bigint, guest_key text, name text,
       absent_since timestamptz, "left" text)
  WHERE s.table_id = moved.id AND s.seat = x.seat
)
SELECT count(*) FROM moved
"""

_DELETE = """
WITH a AS (DELETE FROM tables_event WHERE table_id = %(id)s),
     b AS (DELETE FROM tables_deadline WHERE table_id = %(id)s),
     c AS (DELETE FROM tables_lease WHERE table_id = %(id)s),
     d AS (DELETE FROM tables_chatline WHERE table_id = %(id)s),
     e AS (DELETE FROM tables_seat WHERE table_id = %(id)s)
DELETE FROM tables_table WHERE id = %(id)s
"""
"""Every row about a test table (spec: portal, Scored and test games)."""

_UNDO = """
DELETE FROM tables_event WHERE table_id = %s AND game_number = %s AND kind <> 'note' AND id NOT IN (
  SELECT id FROM tables_event WHERE table_id = %s AND game_number = %s AND kind <> 'note' ORDER BY id LIMIT %s)
"""


async def commit(before: Snapshot, change: Change) -> bool:
    """Writes the change if the table is still at `before.version`. False: somebody was faster, nothing is written."""
    try:
        moved = await _write(before, change)
    except (DeadlockDetected, SerializationFailure):  # two games that pay the same people: one goes again
        moved = False
    if moved and change.delete:
        forget(before.setup.id)
    elif moved:
        remember(change.after)
    else:
        forget(before.setup.id)
    return moved


async def _write(before: Snapshot, change: Change) -> bool:
    async with (await pool()).connection() as conn:
        if not _needs_transaction(before, change):
            return await _has_moved(await _move(conn, before, change))
        # In a pipeline, so that the ledger's statement and the COMMIT leave together: what it holds, many games share.
        async with conn.pipeline(), conn.transaction():
            if not await _make_room(conn, before, change):
                return False
            moving = await _move(conn, before, change)
            asked = await settlement.ask(conn, before, change)
            if not await _has_moved(moving):
                return False
            await settlement.settle(conn, before, change, asked)
            if change.delete:
                await conn.execute(_DELETE, {"id": before.setup.id})
            return True


def _needs_transaction(before: Snapshot, change: Change) -> bool:
    return bool(
        change.departures
        or change.finished
        or change.begun
        or change.delete
        or change.undo_to is not None
        or _somebody_moved(before, change.after)
    )


def _somebody_moved(before: Snapshot, after: Snapshot) -> bool:
    """Whether the same people sit on other seats now: the free ones went, or a lot was drawn."""
    if before.status is after.status is Status.RUNNING and before.dealing is None:
        return False  # a game's every act
    was = {seat.user_id: number for number, seat in enumerate(before.seats) if seat.user_id is not None}
    moved = any(
        seat.user_id is not None and was.get(seat.user_id, number) != number
        for number, seat in enumerate(after.seats)
    )
    return moved or len(after.seats) < len(before.seats)


async def _make_room(conn: AsyncConnection, before: Snapshot, change: Change) -> bool:
    """Takes away what the change no longer has: acts that were undone, seats that nobody took.

    False where the table has moved on already.
    """
    moved = _somebody_moved(before, change.after)
    if change.undo_to is None and not moved:
        return True
    row = (before.setup.id, before.version)
    locked = await conn.execute("SELECT 1 FROM tables_table WHERE id = %s AND version = %s FOR UPDATE", row)
    if await locked.fetchone() is None:
        return False
    if change.undo_to is not None:
        game_row = (before.setup.id, before.game_number)
        await conn.execute(_UNDO, (*game_row, *game_row, change.undo_to))
    if moved:
        await conn.execute("UPDATE tables_seat SET user_id = NULL WHERE table_id = %s", row[:1])
        await conn.execute(
            "DELETE FROM tables_seat WHERE table_id = %s AND seat >= %s", (*row[:1], len(change.after.seats))
        )
    return True


async def _move(conn: AsyncConnection, before: Snapshot, change: Change) -> AsyncCursor[Any]:
    """The guarded statement."""
    after = change.after
    started = clock.changed(before.deadlines, after.deadlines)
    return await conn.execute(
        _COMMIT,
        {
            "id": before.setup.id,
            "was": before.version,
            "version": after.version,
            "status": str(after.status),
            "game_number": after.game_number,
            "host": after.host,
            "ended": after.ended[:200],
            "doc": jsonb(documents.dump(after)),
            "at": change.at,
            "log": jsonb([{"kind": e.kind, "seat": e.seat, "data": e.data} for e in change.log]),
            "stopped": jsonb(
                [{"seat": s, "kind": k} for s, k in before.deadlines.keys() - after.deadlines.keys()]
            ),
            "started": jsonb([_deadline_row(key, deadline) for key, deadline in started.items()]),
            "seats": jsonb(_changed_seats(before, after)),
        },
    )


async def _has_moved(moving: AsyncCursor[Any]) -> bool:
    """Whether the table was still at the version decided upon."""
    row = await moving.fetchone()
    return row is not None and row[0] == 1


def _deadline_row(key: tuple[int, Due], deadline: Deadline) -> dict[str, Any]:
    return {
        "seat": key[0],
        "kind": str(key[1]),
        "turn": deadline.turn,
        "started_at": deadline.started_at.isoformat(),
        "due_at": deadline.due_at.isoformat(),
    }


def _changed_seats(before: Snapshot, after: Snapshot) -> list[dict[str, Any]]:
    """Rows of the seats whose holder or presence changed; of all where people have moved."""
    moved = _somebody_moved(before, after)
    rows = [(n, _seat_row(seat)) for n, seat in enumerate(after.seats)]
    return [{"seat": n, **row} for n, row in rows if moved or row != _seat_row(before.seats[n])]


def _seat_row(seat: SeatState) -> dict[str, Any]:
    return {
        "kind": str(seat.kind),
        "user_id": seat.user_id,
        "guest_key": seat.guest_key,
        "name": seat.name,
        "absent_since": seat.absent_since.isoformat() if seat.absent_since else None,
        "left": seat.left,
    }


async def log_of(table_id: int, game_number: int) -> list[Event]:
    """The record's events of a game so far: chance and acts, in order."""
    async with (await pool()).connection() as conn:
        return game_log.events(await game_log.entries(await game_log.ask(conn, table_id, game_number)))


async def accepted_at(table: Snapshot, seat: int, turn: int, act: str) -> int | None:
    """The version at which this very act of this turn was accepted in the running game; None where it never was."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT version FROM tables_event WHERE table_id = %s AND game_number = %s AND kind = 'act' "
            "AND seat = %s AND data->'turn' = to_jsonb(%s::int) AND data->'event'->>'act' = %s",
            (table.setup.id, table.game_number, seat, turn, act),
        )
        row = await cursor.fetchone()
    return None if row is None else int(row[0])


async def forget_finished(before: datetime) -> int:
    """Deletes tables that were closed before then (their games live on in the ladder), and old heartbeats."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT id FROM tables_table WHERE status = 'closed' AND changed_at < %s LIMIT 1000", (before,)
        )
        ids = [row[0] for row in await cursor.fetchall()]
        for table_id in ids:
            await conn.execute(_DELETE, {"id": table_id})
        await conn.execute("DELETE FROM tables_heartbeat WHERE beat_at < %s", (before,))
    return len(ids)
