"""A table's chat: plain text, kept with the table, told to all who see it."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import datetime
from typing import Any

from games.api import Seat
from portal.tables.commands import Player
from portal.tables.database import pool
from portal.tables.hub import hub, topic_of
from portal.tables.news import News
from portal.tables.store import NoTable
from portal.tables.wire import encode

LONGEST = 200
SHOWN = 50


def cleaned(text: str) -> str:
    """The line without control and direction characters. Raises ValueError with a sentence."""
    line = " ".join("".join(ch for ch in text if unicodedata.category(ch)[0] != "C" or ch == "\n").split())
    if not line:
        raise ValueError("An empty line cannot be sent.")
    if len(line) > LONGEST:
        raise ValueError(f"A line may have {LONGEST} characters; this one has {len(line)}.")
    return line


async def say(table_id: int, seat: Seat | None, player: Player, text: str, at: datetime) -> None:
    """Keeps the line and sends it round. Raises ValueError with a sentence, or `store.NoTable`."""
    line = cleaned(text)
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "INSERT INTO tables_chatline (table_id, seat, user_id, name, text, at) "
            "SELECT id, %s, %s, %s, %s, %s FROM tables_table WHERE id = %s AND status <> 'closed' RETURNING id",
            (seat, player.user_id, player.name, line, at, table_id),
        )
        row = await cursor.fetchone()
    if row is None:
        raise NoTable(table_id)
    shown = {"id": row[0], "seat": seat, "name": player.name, "user": mark(player), "text": line, "ms_ago": 0}
    await hub().publish(topic_of(table_id), News(chat=encode({"type": "chat", "lines": [shown]})))


def mark(player: Player) -> str:
    """Names a sender without telling who it is, so that a page can mute them."""
    return _mark(player.user_id, player.guest_key or player.name)


def _mark(user_id: int | None, guest: str) -> str:
    return f"u{user_id}" if user_id is not None else "g" + hashlib.sha256(guest.encode()).hexdigest()[:12]


async def lines(table_id: int, at: datetime) -> list[dict[str, Any]]:
    """The last lines, oldest first."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT c.id, c.seat, c.name, c.user_id, c.text, c.at, coalesce(s.guest_key, '') FROM tables_chatline c "
            "LEFT JOIN tables_seat s ON s.table_id = c.table_id AND s.seat = c.seat "
            "WHERE c.table_id = %s ORDER BY c.id DESC LIMIT %s",
            (table_id, SHOWN),
        )
        rows = await cursor.fetchall()
    return [
        {"id": row[0], "seat": row[1], "name": row[2], "user": _mark(row[3], row[6] or row[2]), "text": row[4],
         "ms_ago": int((at - row[5]).total_seconds() * 1000)}
        for row in reversed(rows)
    ]  # fmt: skip
