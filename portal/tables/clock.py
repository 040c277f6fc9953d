"""Pure: which deadlines run at a table, from what it is. Postgres holds them, the sweep asks when they fall due.

Sources: spec portal, Clocks (move time, windows), Leaving (absence), Scored and test games (what becomes of a
test table).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from portal.tables.lifecycle import Due, SeatKind, Status
from portal.tables.snapshot import Deadline, DeadlineKey, Snapshot

TABLE = -1
"""The seat of a deadline for which the whole table waits."""
MAX_ATTEMPTS = 5
"""A deadline that has failed so often is set aside and shown to operators."""
END_WINDOW_LEFT = timedelta(seconds=20)
"""How long a finished game's table stays after the last player has gone: long enough for a reload."""
OPEN_AND_EMPTY = timedelta(minutes=15)
"""How long a table waits for its game with nobody connected."""

FROM_OUTSIDE = (Due.NEW_GAME, Due.ACCOUNT)
"""Kinds that other games and the closing of an account put into the table's rows; their turn is the game's number, and
they name the player: seats may be drawn anew meanwhile."""


def deadlines(table: Snapshot, now: datetime, random: bytes) -> dict[DeadlineKey, Deadline]:
    """What runs at `table` from `now` on. A deadline that ran already for the same turn keeps its time.

    `random` draws the pace of computers (the first two bytes, by seat).
    """
    wanted = dict(_wanted(table, now, random))
    for key, (turn, due_at) in wanted.items():
        held = table.deadlines.get(key)
        same = (
            held is not None
            and held.turn == turn
            and (key[1] not in _FOLLOWS_ITS_CAUSE or held.due_at == due_at)
        )
        wanted[key] = held if held and same else Deadline(turn=turn, started_at=now, due_at=due_at)  # type: ignore[assignment]
    return wanted  # type: ignore[return-value]


_FOLLOWS_ITS_CAUSE = (Due.ABSENT, Due.MOVE, Due.CLOSE)
"""Kinds whose time is fixed by the state itself, so that a new time replaces the one held."""


def _wanted(
    table: Snapshot, now: datetime, random: bytes
) -> Iterator[tuple[DeadlineKey, tuple[int, datetime]]]:
    if table.status is Status.RUNNING:
        yield from _moves(table, now, random)
        yield from _waits(table, now)
        if table.setup.scored:
            yield from _leavings(table)
    yield from _close(table, now)


def _moves(
    table: Snapshot, now: datetime, random: bytes
) -> Iterator[tuple[DeadlineKey, tuple[int, datetime]]]:
    for number in table.due() | table.asked():
        seat = table.seats[number]
        if seat.kind is SeatKind.COMPUTER:
            yield (number, Due.BOT), (seat.turn, now + _pace(random[number]))
        elif table.setup.scored and seat.move_due_at is not None:
            yield (number, Due.MOVE), (seat.turn, seat.move_due_at)


def _pace(byte: int) -> timedelta:
    """0.4–1.2 s (spec: bots, Pace; setting)."""
    low, high = settings.BOT_PACE_MS
    return timedelta(milliseconds=low + (high - low) * byte / 255)


def _waits(table: Snapshot, now: datetime) -> Iterator[tuple[DeadlineKey, tuple[int, datetime]]]:
    if table.window:
        yield (TABLE, Due.WINDOW), (table.window.hand, now + timedelta(seconds=settings.HAND_WINDOW_S))
    if table.dealing and not table.dealing.waited:
        yield (TABLE, Due.DEAL), (table.dealing.hand, now + timedelta(seconds=settings.NONCE_WAIT_S))


def _leavings(table: Snapshot) -> Iterator[tuple[DeadlineKey, tuple[int, datetime]]]:
    for number, seat in enumerate(table.seats):
        if seat.is_human and seat.absent_since is not None:
            yield (number, Due.ABSENT), (0, seat.absent_since + timedelta(seconds=settings.ABSENT_S))
        if seat.is_human and seat.asked_at is not None:
            yield (number, Due.IDLE), (seat.turn, seat.asked_at + timedelta(seconds=settings.IDLE_ANSWER_S))
    for key, held in table.deadlines.items():
        seated = table.seat_of(held.user_id, "") is not None
        if key[1] in FROM_OUTSIDE and held.turn == table.game_number and seated:
            yield key, (held.turn, held.due_at)


def _close(table: Snapshot, now: datetime) -> Iterator[tuple[DeadlineKey, tuple[int, datetime]]]:
    """When a table that nobody needs any more goes, by what it is: -1 for the whole table."""
    gone_since = last_gone(table)
    held = table.deadlines.get((TABLE, Due.CLOSE))
    due_at: datetime | None = None
    if table.status is Status.OVER:
        stays = (
            held.due_at if held and held.turn == 1 else now + timedelta(minutes=settings.TEST_TABLE_END_MIN)
        )
        if gone_since is None:
            yield (TABLE, Due.CLOSE), (1, stays)
            return
        due_at = min(stays, max(gone_since, now) + END_WINDOW_LEFT)
    elif gone_since is not None and table.status is Status.OPEN:
        due_at = gone_since + OPEN_AND_EMPTY
    elif gone_since is not None and table.status is Status.RUNNING and not table.setup.scored:
        due_at = gone_since + timedelta(hours=settings.TEST_TABLE_IDLE_H)
    if due_at is not None:
        yield (TABLE, Due.CLOSE), (2, due_at)


def last_gone(table: Snapshot) -> datetime | None:
    """Since when no human has been connected; None while somebody is."""
    if table.present():
        return None
    return max((s.absent_since for s in table.seats if s.absent_since is not None), default=None)


def changed(
    before: Mapping[DeadlineKey, Deadline], after: Mapping[DeadlineKey, Deadline]
) -> dict[DeadlineKey, Deadline]:
    """Deadlines that must be written."""
    return {key: deadline for key, deadline in after.items() if before.get(key) != deadline}
