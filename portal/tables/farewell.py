"""What somebody is told whose seat in a scored game is gone: why, what it counts, where to read more."""

from __future__ import annotations

from ladder.leaving import Cause
from portal.tables.database import pool
from portal.tables.snapshot import Snapshot

_WHY = {
    Cause.TIME: "Your time ran out, so you have left this game.",
    Cause.CONNECTION: "You were without a connection for too long, so you have left this game.",
    Cause.INACTIVITY: "You did not answer “still there?”, so you have left this game.",
    Cause.NEW_GAME: "You have left this game by beginning another one.",
}
_LEFT = """
SELECT cause, points, for_review FROM ladder_abandonment
WHERE table_ref = %s AND game_number = %s AND player_id = %s
"""


async def farewell(table: Snapshot, user_id: int | None) -> str:
    """Why this account has left the running (or last) game, in sentences; "" for who has not, or went by Exit."""
    if not table.setup.scored or user_id not in table.leavers:
        return ""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(_LEFT, (str(table.setup.id), table.game_number, user_id))
        row = await cursor.fetchone()
    if row is None or row[0] not in _WHY:
        return ""
    cause, points, for_review = row
    return f"{_WHY[Cause(cause)]} {_counts(points, for_review)} Your account's page tells more, and takes an appeal."


def _counts(points: int | None, for_review: bool) -> str:
    if for_review:
        return "No points are given before a reviewer has looked."
    if points is None:
        return "Nothing is recorded."
    return f"It counts {points:+d} point{'s' if abs(points) != 1 else ''}.".replace("-", "−").replace(
        "+0", "0"
    )
