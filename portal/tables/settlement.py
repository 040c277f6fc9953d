"""What a change means for the ladder, written in the very transaction of the change."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from psycopg import AsyncConnection, AsyncCursor

from ladder import ledger
from ladder.postings import Ending, Finished, GameRef, Left, Occupant
from portal.tables import evidence, game_log
from portal.tables.decide.dealing import is_revealed
from portal.tables.game_log import Entry
from portal.tables.lifecycle import Due, Status
from portal.tables.snapshot import Change, Departure, Snapshot


class Asked(NamedTuple):
    """What Postgres was asked for in the pipeline of a change that pays somebody; read when the change stands."""

    log: AsyncCursor[Any]
    around: list[AsyncCursor[Any]]
    """For each departure."""


async def ask(conn: AsyncConnection[Any], before: Snapshot, change: Change) -> Asked | None:
    """Asks for what `settle` needs, without waiting for it; None where nobody is to be paid."""
    if not (change.departures or change.finished):
        return None
    log = await game_log.ask(conn, before.setup.id, before.game_number)
    return Asked(log, [await evidence.ask(conn, before, gone) for gone in change.departures])


async def settle(conn: AsyncConnection[Any], before: Snapshot, change: Change, asked: Asked | None) -> None:
    """Pays who is to be paid; begins the clock of leaving for other games of those whose new one has begun.

    The ledger comes last: it holds rows that many games share.
    """
    if change.begun:
        await _leave_other_games(conn, change.after, change.at)
    if asked is None:
        return
    log = await game_log.entries(asked.log)
    for departure, cursor in zip(change.departures, asked.around, strict=True):
        left = _left(before, change, departure, log, await evidence.around(cursor, departure))
        await conn.execute(*ledger.leaving(left))
    if change.finished:
        await conn.execute(*ledger.ending(_finished(change, log)))


def game_ref(table: Snapshot) -> GameRef:
    """How the ladder names this game: by the table's id, for good; its room code is for those who were told it."""
    return GameRef(
        table_ref=str(table.setup.id),
        game_number=table.game_number,
        game=table.setup.game,
        level=table.setup.level,
    )


def _occupants(table: Snapshot) -> tuple[Occupant, ...]:
    return tuple(Occupant(seat=n, player_id=s.user_id, name=s.name) for n, s in enumerate(table.seats))


def _finished(change: Change, log: list[Entry]) -> Finished:
    table = change.after
    result = table.engine.result(table.state)
    assert result is not None
    return Finished(
        ref=game_ref(table),
        occupants=_occupants(table),
        result=result,
        ending=_ending(table, log),
        at=change.at,
    )


def _left(
    before: Snapshot, change: Change, gone: Departure, log: list[Entry], around: evidence.Around
) -> Left:
    over = change.after.status in (Status.OVER, Status.CLOSED)
    return Left(
        ref=game_ref(before),
        occupants=_occupants(before),
        seat=gone.seat,
        cause=gone.cause,
        basis=gone.basis,
        settlement=gone.settlement,
        case_file=evidence.case_file(before, gone, log, around, record(before, log)),
        at=change.at,
        ending=_ending(change.after, log) if over else None,
    )


def _ending(table: Snapshot, log: list[Entry]) -> Ending:
    return Ending(record=record(table, log), hands=table.engine.completed_hands(table.state))


def record(table: Snapshot, log: list[Entry]) -> dict[str, Any]:
    """The game's record at `table` (docs/records.md): a seed that is still secret is null, and a shuffle that was
    committed to but never dealt stays listed.
    """
    record: dict[str, Any] = {
        "format": "portal-record/1",
        "game": table.setup.game,
        "options": dict(table.setup.options),
        "seats": len(table.seats),
        "events": table.engine.recorded(game_log.events(log, table.version)),
    }
    fairness = [deal if is_revealed(table, deal) else {**deal, "seed": None} for deal in table.deals_seen]
    named = {"table": {"ref": str(table.setup.id), "game": table.game_number}}
    return record | named | {"fairness": fairness} if fairness else record


_LEAVE_OTHERS = """
INSERT INTO tables_deadline (table_id, seat, kind, turn, user_id, started_at, due_at, run_at, attempts, set_aside)
SELECT t.id, s.seat, %(kind)s, t.game_number, s.user_id, %(at)s, %(at)s, %(at)s, 0, false
FROM tables_table t JOIN tables_seat s ON s.table_id = t.id
WHERE t.game = %(game)s AND t.scored AND t.status = 'running' AND t.id <> %(id)s AND s.user_id = ANY(%(users)s)
ON CONFLICT (table_id, seat, kind) DO NOTHING
"""


async def _leave_other_games(conn: AsyncConnection[Any], table: Snapshot, at: datetime) -> None:
    """Whoever begins a scored game leaves every other one of the same kind (spec: portal, Leaving)."""
    users = [s.user_id for s in table.seats if s.user_id is not None]
    values = {
        "kind": str(Due.NEW_GAME),
        "at": at,
        "game": table.setup.game,
        "id": table.setup.id,
        "users": users,
    }
    await conn.execute(_LEAVE_OTHERS, values)


async def leave_by_closing_account(conn: AsyncConnection[Any], user_id: int, at: datetime) -> None:
    """Every running scored game of an account that closes is left, for that cause."""
    await conn.execute(
        "INSERT INTO tables_deadline "
        "(table_id, seat, kind, turn, user_id, started_at, due_at, run_at, attempts, set_aside) "
        "SELECT t.id, s.seat, 'account', t.game_number, s.user_id, %(at)s, %(at)s, %(at)s, 0, false "
        "FROM tables_table t JOIN tables_seat s ON s.table_id = t.id "
        "WHERE t.scored AND t.status = 'running' AND s.user_id = %(user)s "
        "ON CONFLICT (table_id, seat, kind) DO NOTHING",
        {"at": at, "user": user_id},
    )
