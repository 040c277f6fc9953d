"""The one path: load, decide, commit, publish. People, computers, the clock and leaving all come through here."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from weakref import WeakKeyDictionary, WeakValueDictionary

import structlog

from portal.tables import commands as c
from portal.tables import store
from portal.tables.decide import decide
from portal.tables.drain import NO_NEW_GAMES, is_draining
from portal.tables.hub import publish
from portal.tables.snapshot import Change, Refusal, Snapshot

log = structlog.get_logger(__name__)

MAX_TRIES = 50
"""So often may somebody else be faster; more is a bug, not a busy table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The answer to a command: accepted with the version at which it counts, or refused with a code and sentence."""

    ok: bool
    version: int
    code: str = ""
    message: str = ""
    table: Snapshot | None = None
    """The table as the decision left it, or found it."""


def now() -> datetime:
    """The server's time; the only clock that counts."""
    return datetime.now(UTC)


async def submit(table_id: int, command: c.Command, by: c.Player | None = None) -> Outcome:
    """Carries out one command, exactly once or not at all. Raises `store.NoTable`.

    `by` is who asks for the command's seat: refused where that seat is no longer theirs at the very version
    decided upon.
    """
    if isinstance(command, c.Start | c.Rematch) and await is_draining():
        table = await store.load(table_id, fresh=True)
        return _refused(table, Refusal(code="draining", message=NO_NEW_GAMES))
    async with _turn(table_id):
        outcome, before, change = await _carry_out(table_id, command, by)
    if change is not None:
        await publish(before, change)  # it may be lost; versions show the gap
    return outcome


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, WeakValueDictionary[int, asyncio.Lock]] = (
    WeakKeyDictionary()
)


def _turn(table_id: int) -> asyncio.Lock:
    """This process's commands to one table go one after the other: four who pass at once do not race each other.

    It guards nothing: the table's version does, against every process.
    """
    tables = _turns.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    return tables.setdefault(table_id, asyncio.Lock())


async def _carry_out(
    table_id: int, command: c.Command, by: c.Player | None
) -> tuple[Outcome, Snapshot, Change | None]:
    """The answer, the table decided upon, and what was committed, if anything was."""
    fresh = isinstance(command, c.Expire)  # rows from outside are not in the cache
    for _ in range(MAX_TRIES):
        before = await store.load(table_id, fresh=fresh)
        asked = await _with_log(command, before)
        decided = _not_theirs(before, command, by) or decide(before, asked, now(), os.urandom(32))
        if isinstance(decided, Refusal):
            if fresh or decided.answered_version is not None:
                refusal = await _unless_accepted(before, command, decided)
                return _refused(before, refusal), before, None
            fresh = True  # this process may be behind: nobody is refused on an old snapshot
            continue
        if await store.commit(before, decided):
            outcome = Outcome(ok=True, version=decided.after.version, table=decided.after)
            return outcome, before, decided
        fresh = True
    raise RuntimeError(f"table {table_id}: {type(command).__name__} lost {MAX_TRIES} races")


def _not_theirs(table: Snapshot, command: c.Command, by: c.Player | None) -> Refusal | None:
    if by is None or table.seat_of(by.user_id, by.guest_key) == getattr(command, "seat", None):
        return None
    return Refusal(code="not-seated", message="This seat is no longer yours. You may watch where people may.")


async def _with_log(command: c.Command, table: Snapshot) -> c.Command:
    """Undo is a replay of a shorter log; the version guards that it is still the whole one."""
    if isinstance(command, c.Undo | c.AnswerUndo):
        return replace(command, log=tuple(await store.log_of(table.setup.id, table.game_number)))
    return command


async def _unless_accepted(table: Snapshot, command: c.Command, refusal: Refusal) -> Refusal:
    """An act that comes again long after it was accepted (another tab, a lost answer) is no stale one (spec:
    table-page, Truth).
    """
    if refusal.code != "stale" or not isinstance(command, c.Act):
        return refusal
    version = await store.accepted_at(table, command.seat, command.turn, command.act)
    return refusal if version is None else replace(refusal, answered_version=version)


def _refused(table: Snapshot, refusal: Refusal) -> Outcome:
    if refusal.answered_version is not None:
        return Outcome(ok=True, version=refusal.answered_version, table=table)
    return Outcome(ok=False, version=table.version, code=refusal.code, message=refusal.message, table=table)
