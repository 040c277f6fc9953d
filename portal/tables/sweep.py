"""The clock: serves deadlines as they fall due. Asked for by a Celery tick; several at once do no harm.

Rows are taken with SKIP LOCKED and put off a little (`run_at`), so that a tick that dies in the middle is followed
by another one that finds them again; each goes through the one path as `Expire`, which does nothing where the
deadline no longer stands.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings

from games.registry import game
from portal.bots.tasks import play_turn
from portal.tables import commands as c
from portal.tables import outage, store
from portal.tables.clock import MAX_ATTEMPTS
from portal.tables.database import pool
from portal.tables.lifecycle import CAUSE_OF, Due
from portal.tables.play import now, submit
from portal.tables.presence import ask_the_idle, beat, sweep_leases
from portal.tables.views_of import seat_view

log = structlog.get_logger(__name__)

BATCH = 24
AT_ONCE = 3
LOOK_S = 0.04
"""How often the sweep looks for deadlines that were set meanwhile; those that it knows are met to the millisecond."""
SHORTEST_S = 0.01
"""A sweep rests at least so long, to take several at once where many fall due."""
DRAIN_S = 1.0
"""So long may a tick go on beyond its time while there is still something due."""
STOOD_STILL = timedelta(seconds=1)
"""A sweep that has not looked for so long (stopped, asleep) first asks whether the portal was away."""
COMPUTERS_S = 3.0
"""So long may a computer take, waiting in its queue included, before a legal move is played for it: longer than an
engine that a busy machine cuts short.
"""
LEAVINGS = [str(kind) for kind in CAUSE_OF]

_CLAIM = """
UPDATE tables_deadline SET attempts = attempts + 1,
       run_at = %(now)s + (CASE kind WHEN 'bot' THEN %(patience)s ELSE 0.6 + attempts END) * interval '1 second'
WHERE id = ANY(ARRAY(
  SELECT id FROM tables_deadline d WHERE run_at <= %(now)s AND NOT set_aside AND (
    kind <> ALL(%(leavings)s) OR NOT EXISTS (
      SELECT FROM tables_deadline e WHERE e.table_id = d.table_id AND (e.due_at, e.seat) < (d.due_at, d.seat)
      AND e.kind = ANY(%(leavings)s) AND e.due_at <= %(now)s AND NOT e.set_aside AND e.attempts <= 1))
  ORDER BY run_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED))
RETURNING id, table_id, seat, kind, turn, attempts, due_at
"""
"""Who leaves waits for those of the same table who fell due before (spec: portal, Leaving), whichever tick has them;
not for a row that has failed.
"""
_NEXT = "SELECT min(run_at) FROM tables_deadline WHERE NOT set_aside"


async def serve(seconds: float) -> int:
    """Serves deadlines for about `seconds`, and whatever is due by then. Returns how many."""
    until, served = time.monotonic() + seconds, 0
    await outage.shift(now())
    await beat("clock", now())
    await sweep_leases(now())
    await ask_the_idle(now())
    gate, looked_at = asyncio.Semaphore(AT_ONCE), now()
    while True:
        if now() - looked_at > STOOD_STILL:
            await outage.shift(now())
        looked_at = now()
        rows = await claim()
        await asyncio.gather(*(_in_order(one_table, gate) for one_table in _by_table(rows)))
        served += len(rows)
        if time.monotonic() >= until + (DRAIN_S if rows else 0):
            return served
        if not rows:
            await asyncio.sleep(await _until_next())


async def claim() -> list[Any]:
    """Takes what has fallen due."""
    values = {"now": now(), "batch": BATCH, "leavings": LEAVINGS, "patience": COMPUTERS_S}
    async with (await pool()).connection() as conn:
        return await (await conn.execute(_CLAIM, values)).fetchall()


async def _until_next() -> float:
    """Seconds until a deadline falls due, as far as is known now; `LOOK_S` at most."""
    async with (await pool()).connection() as conn:
        row = await (await conn.execute(_NEXT)).fetchone()
    if row is None or row[0] is None:
        return LOOK_S
    return min(LOOK_S, max(SHORTEST_S, (row[0] - now()).total_seconds()))


def _by_table(rows: Sequence[Any]) -> list[list[Any]]:
    """The rows of each table in the order in which they fell due, then by seat (spec: portal, Leaving)."""
    tables: dict[int, list[Any]] = {}
    for row in sorted(rows, key=lambda row: (row[6], row[2])):
        tables.setdefault(row[1], []).append(row)
    return list(tables.values())


async def _in_order(rows: Sequence[Any], gate: asyncio.Semaphore) -> None:
    for row in rows:
        await _guarded(row[:6], gate)


async def _guarded(row: Sequence[Any], gate: asyncio.Semaphore) -> None:
    """A row that fails must not stop the others; one that fails again and again is set aside for the operators."""
    row_id, table_id, seat, kind, turn, attempts = row
    async with gate:
        try:
            await _serve(row_id, table_id, seat, Due(kind), turn, attempts)
        except Exception:
            log.exception(
                "deadline_failed", table=table_id, seat=seat, kind=kind, turn=turn, attempts=attempts
            )
            if attempts >= MAX_ATTEMPTS:
                await _execute("UPDATE tables_deadline SET set_aside = true WHERE id = %s", row_id)


async def _serve(row_id: int, table_id: int, seat: int, kind: Due, turn: int, attempts: int) -> None:
    try:
        if kind is Due.BOT and attempts == 1:
            return await ask_computer(table_id, seat, turn)
        outcome = await submit(table_id, c.Expire(seat=seat, kind=kind, turn=turn))
    except store.NoTable:
        return None
    if not outcome.ok and outcome.code == "gone":
        await _execute(
            "DELETE FROM tables_deadline WHERE id = %s AND turn = %s AND due_at <= %s", row_id, turn, now()
        )
    elif not outcome.ok:
        raise RuntimeError(f"an expiry was refused: {outcome.code} {outcome.message}")


async def ask_computer(table_id: int, seat: int, turn: int) -> None:
    """Hands the view of a computer's seat to the queue of computer players."""
    table = await store.load(table_id, fresh=True)
    if seat not in table.due() | table.asked() or table.seats[seat].turn != turn:
        return
    level = table.setup.level
    full = game(table.setup.game).budgets.get(level, 0)
    budget = full and max(1, int(full * await _share()))
    view = seat_view(table, seat)
    await asyncio.to_thread(play_turn.delay, table_id, table.setup.game, seat, turn, level, budget, view)


async def _share() -> float:
    """How much of its budget a computer may use: the more of them think, the less each (spec: bots, under load)."""
    async with (await pool()).connection() as conn:
        thinking = (
            "SELECT count(*) FROM tables_deadline WHERE kind = 'bot' AND attempts > 0 AND NOT set_aside"
        )
        row = await (await conn.execute(thinking)).fetchone()
    return min(1.0, settings.BOTS_AT_ONCE / max(1, row[0] if row else 0))


async def _execute(statement: str, *values: Any) -> None:
    async with (await pool()).connection() as conn:
        await conn.execute(statement, values)  # type: ignore[arg-type]
