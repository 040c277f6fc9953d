"""Before a restart: no new game begins. One row in Postgres says so to every process.

A start that was on its way when the row came may still begin its game: it is saved like any other.
"""

from __future__ import annotations

from datetime import datetime

from portal.tables.database import pool

NO_NEW_GAMES = (
    "The portal is about to restart, so no new game begins just now. Games that run go on after it. "
    "Please try again in a few minutes."
)
TOLD = "The portal is about to restart. This table is saved and goes on right after it."


async def set_draining(at: datetime) -> None:
    """From now on; again changes nothing."""
    await _execute("INSERT INTO tables_draining (id, since) VALUES (1, %s) ON CONFLICT (id) DO NOTHING", at)


async def end_draining() -> None:
    """New games begin again."""
    await _execute("DELETE FROM tables_draining")


async def is_draining() -> bool:
    async with (await pool()).connection() as conn:
        return await (await conn.execute("SELECT 1 FROM tables_draining")).fetchone() is not None


async def tables_to_tell() -> list[int]:
    """All tables that are not closed."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute("SELECT id FROM tables_table WHERE status <> 'closed' ORDER BY id")
        return [row[0] for row in await cursor.fetchall()]


async def games_running() -> int:
    async with (await pool()).connection() as conn:
        row = await (
            await conn.execute("SELECT count(*) FROM tables_table WHERE status = 'running'")
        ).fetchone()
    return int(row[0]) if row else 0


async def _execute(statement: str, *values: object) -> None:
    async with (await pool()).connection() as conn:
        await conn.execute(statement, values)  # type: ignore[arg-type]
