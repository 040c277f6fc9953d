"""The evidence of a leaving: what the log, leases and outages say about one seat, frozen with the abandonment.

spec: portal, Review. Only the leaver's own seat is told about, and whatever everybody at the table could see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from psycopg import AsyncConnection, AsyncCursor
from psycopg.types.json import Jsonb

from games.api import Seat
from ladder.postings import CaseFile
from portal.tables.database import pool
from portal.tables.game_log import Entry
from portal.tables.lifecycle import Due
from portal.tables.snapshot import Departure, Snapshot

TEN_SECONDS, STILL_THERE = "ten-seconds", "still-there"
WARNINGS = frozenset({TEN_SECONDS, STILL_THERE})
"""What a page may confirm that it has shown (docs/protocol.md, `seen`)."""
WARNED_BEFORE = timedelta(seconds=10)
_TOLD = frozenset({"act", "away", "back", "asked", "here", "seen"})
_EARLY = timedelta(seconds=2)
"""A page's countdown may be that much ahead of the server's."""

_NOTED = """
INSERT INTO tables_event (table_id, game_number, version, kind, seat, data, at)
SELECT id, game_number, version, 'note', %(seat)s, %(data)s, %(at)s FROM tables_table
WHERE id = %(table)s AND scored AND status = 'running'
"""


async def note(table_id: int, seat: Seat, at: datetime, code: str, **data: str) -> None:
    """Keeps what a page has told (a warning shown, a question answered) while a scored game runs.

    It changes nothing at the table, so it goes beside the versions.
    """
    values = {"table": table_id, "seat": seat, "at": at, "data": Jsonb({"code": code, **data})}
    async with (await pool()).connection() as conn:
        await conn.execute(_NOTED, values)


def case_file(
    table: Snapshot, gone: Departure, of_game: Sequence[Entry], around: Around, record: Mapping[str, Any]
) -> CaseFile:
    """What reviewers get to see; `table` as it was just before, `record` the game until then."""
    begun_at, last_input_at, outages = around
    log = [x for x in of_game if x.seat == gone.seat and x.version <= table.version and x.code in _TOLD]
    timeline = [_begun(table, gone, log, begun_at), *outages, *(told for one in log for told in _told(one))]
    timeline.append(_left(table, gone, last_input_at))
    return CaseFile(
        record=record,
        timeline=sorted(timeline, key=lambda one: datetime.fromisoformat(one["at"])),
        had_outage=bool(outages),
        warnings=list(_warnings(table, gone, log)),
    )


_AROUND = """
WITH game AS (SELECT coalesce(min(at) FILTER (WHERE kind <> 'note'), min(at)) AS begun_at
              FROM tables_event WHERE table_id = %(id)s AND game_number = %(game)s)
SELECT begun_at, (SELECT max(input_at) FROM tables_lease WHERE table_id = %(id)s AND seat = %(seat)s), ARRAY(
    SELECT jsonb_build_object('at', began_at, 'what', 'outage', 'until', shifted_until, 'kind', kind)
    FROM tables_outage WHERE shifted_until > begun_at AND began_at < %(at)s ORDER BY began_at)
FROM game
"""


class Around(NamedTuple):
    """When the game began, when the last input came over the connections that are still known, outages meanwhile."""

    begun_at: datetime
    last_input_at: datetime | None
    outages: list[dict[str, Any]]


async def ask(conn: AsyncConnection[Any], table: Snapshot, gone: Departure) -> AsyncCursor[Any]:
    """Asks for what lies around the game's log."""
    values = {"id": table.setup.id, "seat": gone.seat, "game": table.game_number, "at": gone.due_at}
    return await conn.execute(_AROUND, values)


async def around(asked: AsyncCursor[Any], gone: Departure) -> Around:
    """What was asked for."""
    row = await asked.fetchone()
    assert row is not None
    return Around(row[0] or gone.due_at, row[1], row[2])


def _begun(table: Snapshot, gone: Departure, log: Sequence[Entry], at: datetime) -> dict[str, Any]:
    """Whether the seat was connected when the game began: the first change tells, else it is as it was."""
    first = next((one.code for one in log if one.code in ("away", "back")), "")
    connected = first == "away" if first else table.seats[gone.seat].absent_since is None
    return {"at": at.isoformat(), "what": "begun", "connected": connected}


def _told(one: Entry) -> Iterator[dict[str, Any]]:
    """An act with the start of its clock (whose stop it is), or a note without its wording."""
    if one.kind == "act":
        told = {"at": one.at.isoformat(), "what": "act", "act": one.data["event"]["act"]}
        yield told | {key: one.data[key] for key in ("clock_from", "due_at") if key in one.data}
    else:
        kept = {key: value for key, value in one.data.items() if key not in ("code", "text")}
        yield {"at": one.at.isoformat(), "what": one.code, **kept}


def _left(table: Snapshot, gone: Departure, last_input_at: datetime | None) -> dict[str, Any]:
    absent_since, clock = table.seats[gone.seat].absent_since, table.deadlines.get((gone.seat, Due.MOVE))
    instants = {
        "absent_since": absent_since,
        "last_input_at": last_input_at,
        "clock_from": clock and clock.started_at,
        "due_at": clock and clock.due_at,
    }
    return {
        "at": gone.due_at.isoformat(),
        "what": "left",
        "cause": str(gone.cause),
        "connected": absent_since is None,
        **{name: at.isoformat() for name, at in instants.items() if at},
    }


def _warnings(table: Snapshot, gone: Departure, log: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Each warning that was due, and when a page confirmed having shown it (null: none did)."""
    for what, at, until in sorted(_due_warnings(table, gone, log), key=lambda one: one[1]):
        since = at - _EARLY if what == TEN_SECONDS else at
        confirmed = next((x.at for x in log if _confirms(x, what) and since <= x.at <= until), None)
        yield {
            "at": at.isoformat(),
            "what": what,
            "confirmed_at": confirmed and confirmed.isoformat(),
        }


def _confirms(one: Entry, what: str) -> bool:
    return one.code == "seen" and one.data["word"] == what


def _due_warnings(
    table: Snapshot, gone: Departure, log: Sequence[Entry]
) -> Iterator[tuple[str, datetime, datetime]]:
    """Which warning, from when, until when it could be confirmed."""
    clocks = [(x.data["due_at"], x.at) for x in log if "due_at" in x.data]
    last = table.deadlines.get((gone.seat, Due.MOVE))
    for due_at, stopped_at in [*clocks, *([(last.due_at.isoformat(), gone.due_at)] if last else [])]:
        begins = datetime.fromisoformat(due_at) - WARNED_BEFORE
        if begins < stopped_at:
            yield TEN_SECONDS, begins, stopped_at
    for asked in (one for one in log if one.code == "asked"):
        answers = [x.at for x in log if x.code in ("here", "away") and x.at > asked.at]
        yield STILL_THERE, asked.at, min([*answers, gone.due_at])
