"""Time in which the portal itself was away counts for nobody (spec: portal, Clocks).

Web processes and the clock give signs of life. When no process of a kind has given one for more than `OUTAGE_S`,
every open deadline and absence moves on by the part of that gap after its own start. A gap that lasts is moved past
the clocks bit by bit, from tick to tick; a tick never serves what has not been moved yet.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from psycopg import AsyncConnection
from psycopg.types.json import Jsonb

from portal.tables.database import pool

log = structlog.get_logger(__name__)

KINDS = ("web", "clock")
_LOCK = 7_041  # one shift at a time, whatever the number of ticks


async def shift(at: datetime) -> None:
    """Moves the clocks past any gap that ends at `at` or still lasts. To be called before the tick's own beat."""
    async with (await pool()).connection() as conn, conn.transaction():
        await conn.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        gaps = [await _gap(conn, kind, at) for kind in KINDS]
        since = min((gap for gap in gaps if gap is not None), default=None)
        if since is not None:
            await _move_on(conn, since, at, await _began_at(conn, at))


async def _began_at(conn: AsyncConnection[Any], at: datetime) -> datetime:
    """When the outage began that is being moved past: all its shifts are told as one."""
    cursor = await conn.execute(
        "SELECT min(began_at) FROM tables_outage WHERE NOT is_over OR shifted_until >= %s",
        (at - timedelta(seconds=settings.OUTAGE_S),),
    )
    row = await cursor.fetchone()
    return row[0] if row and row[0] else at


async def _gap(conn: AsyncConnection[Any], kind: str, at: datetime) -> datetime | None:
    """From when the clocks must be moved on for this kind's silence; None where there is none.

    A new gap counts from the last sign of life; one that was known already from where it was moved to.
    """
    row = await (
        await conn.execute(
            "SELECT (SELECT max(beat_at) FROM tables_heartbeat WHERE kind = %(kind)s), o.id, o.shifted_until "
            "FROM (SELECT 1) x LEFT JOIN tables_outage o ON o.kind = %(kind)s AND NOT o.is_over",
            {"kind": kind},
        )
    ).fetchone()
    assert row is not None
    beat_at, outage_id, shifted_until = row
    if beat_at is None:
        return None
    is_silent = at - beat_at > timedelta(seconds=settings.OUTAGE_S)
    if outage_id is None:
        if not is_silent:
            return None
        await conn.execute(
            "INSERT INTO tables_outage (kind, began_at, shifted_until, is_over) VALUES (%s, %s, %s, false)",
            (kind, beat_at, at),
        )
        log.warning("outage", kind=kind, seconds=(at - beat_at).total_seconds())
        return beat_at  # type: ignore[no-any-return]
    until = max(
        shifted_until, at if is_silent else beat_at
    )  # another tick may have been here with a later time
    await conn.execute(
        "UPDATE tables_outage SET shifted_until = %s, is_over = %s WHERE id = %s",
        (until, not is_silent, outage_id),
    )
    return shifted_until if until > shifted_until else None


_HOLD = "SELECT 1 FROM tables_table WHERE status <> 'closed' ORDER BY id FOR NO KEY UPDATE"
"""Tables first, as every commit does: so that no commit and no shift wait for each other."""

_MOVE_ON = """
WITH moved AS (
  UPDATE tables_deadline SET due_at = due_at + (%(at)s - greatest(%(since)s, started_at)),
         run_at = greatest(run_at, due_at + (%(at)s - greatest(%(since)s, started_at)))
  WHERE started_at < %(at)s AND kind IN ('move', 'absent', 'idle', 'window') RETURNING table_id
), absences AS (
  UPDATE tables_seat SET absent_since = absent_since + (%(at)s - greatest(%(since)s, absent_since))
  WHERE absent_since < %(at)s RETURNING table_id
), tables AS (
  SELECT t.id, t.doc->'notices' @> %(known)s AS is_told FROM tables_table t
  JOIN (SELECT table_id FROM moved UNION SELECT table_id FROM absences) x ON x.table_id = t.id
  WHERE t.doc ? 'play' AND t.status <> 'closed'
)
UPDATE tables_table t SET version = version + 1, doc = jsonb_set(
  jsonb_set(doc, '{play}', (
    SELECT jsonb_agg(CASE WHEN p->>2 IS NULL THEN p ELSE jsonb_set(p, '{2}', to_jsonb(coalesce(d.due_at,
      (p->>2)::timestamptz + CASE WHEN (p->>2)::timestamptz > %(since)s THEN %(at)s - %(since)s
                                  ELSE interval '0' END))) END ORDER BY n)
    FROM jsonb_array_elements(doc->'play') WITH ORDINALITY AS x(p, n)
    LEFT JOIN LATERAL (
      SELECT due_at + (%(at)s - greatest(%(since)s, started_at)) AS due_at FROM tables_deadline
      WHERE table_id = t.id AND seat = n - 1 AND kind = 'move' AND started_at < %(at)s) d ON true)),
  '{notices}', CASE WHEN tables.is_told THEN doc->'notices' ELSE (doc->'notices') || %(notice)s END)
FROM tables WHERE t.id = tables.id
RETURNING t.id, t.version, t.game_number, tables.is_told
"""
"""Also moves on the time of a choice that can still be taken back, whose clock stands."""


async def _move_on(conn: AsyncConnection[Any], since: datetime, at: datetime, began_at: datetime) -> None:
    """Deadlines, absences and what pages show of them; each table says so once for each outage."""
    text = "The portal was away for a moment. No clock has run meanwhile."
    mark = int(began_at.timestamp() * 1000)
    notice = {"id": mark, "code": "outage", "text": text, "at": at.isoformat()}
    await conn.execute(_HOLD)
    cursor = await conn.execute(
        _MOVE_ON, {"since": since, "at": at, "notice": Jsonb([notice]), "known": Jsonb([{"id": mark}])}
    )
    rows = await cursor.fetchall()
    data = Jsonb({"code": "outage", "text": text, "from": began_at.isoformat()})
    async with conn.cursor() as writer:
        await writer.executemany(
            "INSERT INTO tables_event (table_id, version, game_number, kind, seat, data, at) "
            "VALUES (%s, %s, %s, 'note', NULL, %s, %s)",
            [(*row, data, at) for *row, is_told in rows if not is_told],
        )
