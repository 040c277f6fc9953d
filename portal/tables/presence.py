"""Who is connected: one lease for each open socket of a seated player.

A lease counts until it expires, whatever becomes of its process; a closing socket only shortens its own. The sweep
finds seats whose last lease has ended; absence counts from there (spec: portal, Leaving; design: Time).
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from psycopg import Error
from psycopg.types.json import Jsonb

from games.api import Seat
from portal.tables import commands as c
from portal.tables import store
from portal.tables.database import pool
from portal.tables.play import now, submit

log = structlog.get_logger(__name__)

NODE = f"{socket.gethostname()[:40]}:{os.getpid()}"
RENEW_S = 3.0
GOODBYE = timedelta(seconds=3)
"""How long a lease outlives its closed socket: a reload is no absence."""
FORGOTTEN = timedelta(minutes=10)
"""How long a lease lies about that nobody asks for, as another one holds its seat."""


@dataclass
class Held:
    """An open socket's seat, and whether its player did something since the last renewal."""

    table_id: int
    seat: Seat
    had_input: bool = True


_RENEW = """
INSERT INTO tables_lease (key, table_id, seat, node, expires_at, input_at)
SELECT x.key, x.table_id, x.seat, %(node)s, %(until)s, %(at)s
FROM jsonb_to_recordset(%(held)s) AS x(key text, table_id bigint, seat int)
JOIN tables_table t ON t.id = x.table_id
ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at, input_at =
  CASE WHEN tables_lease.key = ANY(%(touched)s) THEN excluded.input_at ELSE tables_lease.input_at END
"""
"""A lease that lapsed while its socket lived (Postgres was away, the process stood still) begins again."""

_SAID_TO_BE_AWAY = """
SELECT DISTINCT s.table_id, s.seat FROM tables_lease l
JOIN tables_seat s ON s.table_id = l.table_id AND s.seat = l.seat
WHERE l.key = ANY(%s) AND s.absent_since IS NOT NULL AND s.kind = 'human'
"""


class Leases:
    """The leases of this process's sockets, renewed together; it also tells that this web process lives."""

    def __init__(self) -> None:
        self._open: dict[str, Held] = {}
        self._keeper: asyncio.Task[None] | None = None

    async def open(self, table_id: int, seat: Seat) -> str:
        """A new lease; the seat is present from now on. Returns the lease's key.

        It is renewed only once all this has worked: what fails halfway lapses by itself.
        """
        key, at = secrets.token_hex(16), now()
        async with (await pool()).connection() as conn:
            await conn.execute(
                "INSERT INTO tables_lease (key, table_id, seat, node, expires_at, input_at) "
                "VALUES (%s, %s, %s, %s, %s, %s)",
                (key, table_id, seat, NODE, at + _length(), at),
            )
        if (await store.load(table_id)).seats[seat].absent_since is not None:
            await submit(table_id, c.Presence(seat=seat, absent_since=None))
        self._open[key] = Held(table_id, seat)
        return key

    async def close(self, key: str) -> None:
        """The socket has gone: its lease ends soon, unless another one holds the seat."""
        self._open.pop(key, None)
        async with (await pool()).connection() as conn:
            await conn.execute(
                "UPDATE tables_lease SET expires_at = %s WHERE key = %s", (now() + GOODBYE, key)
            )

    def input(self, key: str) -> None:
        """The player did something."""
        if key in self._open:
            self._open[key].had_input = True

    def keep(self) -> None:
        """Starts renewing, once a process."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._renew_for_ever())

    async def _renew_for_ever(self) -> None:
        while True:
            try:
                await self.renew()
            except (Error, OSError):
                log.warning("leases_not_renewed", leases=len(self._open))
            except Exception:  # without renewals everybody here would seem to be away
                log.exception("leases_not_renewed", leases=len(self._open))
            await asyncio.sleep(RENEW_S if self._open else 1)

    async def renew(self) -> None:
        """One statement for all leases of this process, and its heartbeat; nobody here is away."""
        at = now()
        await beat("web", at)
        if not self._open:
            return
        held = [{"key": key, "table_id": h.table_id, "seat": h.seat} for key, h in self._open.items()]
        touched = [key for key, h in self._open.items() if h.had_input]
        for one in self._open.values():
            one.had_input = False
        values = {"node": NODE, "until": at + _length(), "at": at, "held": Jsonb(held), "touched": touched}
        async with (await pool()).connection() as conn:
            await conn.execute(_RENEW, values)
            away = await (await conn.execute(_SAID_TO_BE_AWAY, ([one["key"] for one in held],))).fetchall()
        for table_id, seat in away:
            await _told(table_id, c.Presence(seat=seat, absent_since=None))

    def stop(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()


def _length() -> timedelta:
    return timedelta(seconds=settings.LEASE_S)


async def beat(kind: str, at: datetime) -> None:
    """A sign of life of this process (`web`, `clock`)."""
    async with (await pool()).connection() as conn:
        await conn.execute(
            "INSERT INTO tables_heartbeat (kind, node, beat_at) VALUES (%s, %s, %s) "
            "ON CONFLICT (kind, node) DO UPDATE SET beat_at = excluded.beat_at",
            (kind, NODE, at),
        )


async def sweep_leases(at: datetime) -> int:
    """Reports seats whose last lease has ended, then drops the dead leases. Returns how many seats.

    Time after that end in which the portal was away is no absence.
    """
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT table_id, seat, max(expires_at) + coalesce((SELECT max(shifted_until - greatest(began_at, "
            "max(d.expires_at))) FROM tables_outage WHERE shifted_until > max(d.expires_at)), interval '0'), "
            "array_agg(key) FROM tables_lease d WHERE expires_at <= %s "
            "AND NOT EXISTS (SELECT 1 FROM tables_lease l WHERE l.table_id = d.table_id AND l.seat = d.seat "
            "AND l.expires_at > %s) GROUP BY table_id, seat",
            (at, at),
        )
        lapsed = await cursor.fetchall()
    keys: list[str] = []
    for table_id, seat, ended_at, dead in lapsed:
        if await _told(table_id, c.Presence(seat=seat, absent_since=ended_at)):
            keys += dead
    async with (await pool()).connection() as conn:
        await conn.execute("DELETE FROM tables_lease WHERE expires_at <= %s", (at - FORGOTTEN,))
        await conn.execute("DELETE FROM tables_lease WHERE key = ANY(%s) AND expires_at <= %s", (keys, at))
    return len(lapsed)


async def sweep_seats(at: datetime) -> int:
    """Reports seats that are said to be present though no connection has left a trace. Returns how many.

    Only a process that stood still between the end of its connection's lease and the word "is back" leaves such a seat;
    nothing else would ever notice.
    """
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT s.table_id, s.seat FROM tables_seat s JOIN tables_table t ON t.id = s.table_id "
            "WHERE s.kind = 'human' AND s.absent_since IS NULL AND t.status <> 'closed' AND t.changed_at < %s "
            "AND NOT EXISTS (SELECT 1 FROM tables_lease l WHERE l.table_id = s.table_id AND l.seat = s.seat)",
            (at - _length(),),
        )
        ghosts = await cursor.fetchall()
    for table_id, seat in ghosts:
        await _told(table_id, c.Presence(seat=seat, absent_since=at))
    return len(ghosts)


async def ask_the_idle(at: datetime) -> None:
    """Asks "still there?" where no input of any kind has come for `IDLE_S` in a scored game."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT l.table_id, l.seat FROM tables_lease l JOIN tables_table t ON t.id = l.table_id "
            "WHERE t.scored AND t.status = 'running' AND NOT EXISTS (SELECT 1 FROM tables_deadline d "
            "WHERE d.table_id = l.table_id AND d.seat = l.seat AND d.kind IN ('idle', 'move')) "
            "GROUP BY l.table_id, l.seat HAVING max(l.input_at) <= %s AND max(l.expires_at) > %s",
            (at - timedelta(seconds=settings.IDLE_S), at),
        )
        rows = await cursor.fetchall()
    for table_id, seat in rows:
        await _told(table_id, c.Ask(seat=seat))


async def _told(table_id: int, command: c.Command) -> bool:
    """Tells one table; a table that fails must not stop the others. False: to be told again."""
    try:
        await submit(table_id, command)
    except store.NoTable:
        return True
    except Exception:
        log.exception("presence_failed", table=table_id, command=type(command).__name__)
        return False
    return True


_leases: WeakKeyDictionary[asyncio.AbstractEventLoop, Leases] = WeakKeyDictionary()


def leases() -> Leases:
    """This event loop's leases."""
    loop = asyncio.get_running_loop()
    if loop not in _leases:
        _leases[loop] = Leases()
    return _leases[loop]
