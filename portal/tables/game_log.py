"""A game's log as Postgres has it: chance and acts, of which records are made, and notes of what was seen of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from psycopg import AsyncConnection, AsyncCursor

from games.api import Event, Seat

_READ = """
SELECT version, at, kind, seat, data FROM tables_event WHERE table_id = %s AND game_number = %s ORDER BY id
"""


class Entry(NamedTuple):
    """One row."""

    version: int
    at: datetime
    kind: str
    seat: Seat | None
    data: Mapping[str, Any]

    @property
    def code(self) -> str:
        """What happened: a note's own word, else the kind."""
        return str(self.data.get("code", self.kind))


async def ask(conn: AsyncConnection[Any], table_id: int, game_number: int) -> AsyncCursor[Any]:
    """Asks for all of it."""
    return await conn.execute(_READ, (table_id, game_number))


async def entries(asked: AsyncCursor[Any]) -> list[Entry]:
    """What was asked for, in order."""
    return [Entry(*row) for row in await asked.fetchall()]


def events(log: list[Entry], until: int | None = None) -> list[Event]:
    """Chance and acts, in order; with `until` those that had happened at that version."""
    return [
        one.data["event"] for one in log if one.kind != "note" and (until is None or one.version <= until)
    ]
