"""Who is there: connections come and go, names change, "still there?"."""

from __future__ import annotations

from portal.tables import commands as c
from portal.tables.decide.draft import Draft
from portal.tables.lifecycle import Status


def change(draft: Draft, command: c.Presence) -> None:
    """Absence counts from the end of the last lease; a second report of the same is nothing new.

    Whoever has lost the connection cannot answer "still there?": the time of an absence replaces it.
    """
    seat = draft.table.seats[command.seat]
    draft.need(seat.is_human, "not-seated", "Nobody sits there.")
    draft.need(
        (seat.absent_since is None) != (command.absent_since is None), "gone", "That is known already."
    )
    draft.seat(command.seat, absent_since=command.absent_since, asked_at=None)
    if draft.table.status is Status.RUNNING:
        code, told = (
            ("back", "is back") if command.absent_since is None else ("away", "has lost the connection")
        )
        since = {} if command.absent_since is None else {"since": command.absent_since.isoformat()}
        draft.note(code, f"{seat.name} {told}.", command.seat, **since)


def rename(draft: Draft, command: c.Rename) -> None:
    """Everybody reads the name that the account has now (spec: portal, Scored and test games: the real name)."""
    seat = draft.table.seats[command.seat]
    draft.need(seat.name != command.name, "gone", "That is known already.")
    draft.seat(command.seat, name=command.name)
    draft.note("renamed", f"{seat.name} is called {command.name} now.", command.seat)


def ask(draft: Draft, command: c.Ask) -> None:
    """Asks "still there?" in a scored game, never while the seat's own move clock runs (spec: portal, Leaving)."""
    table, seat = draft.table, draft.table.seats[command.seat]
    draft.need_status(Status.RUNNING)
    asks = (
        table.setup.scored and seat.is_present and seat.asked_at is None and command.seat not in table.due()
    )
    draft.need(asks, "gone", "There is nothing to ask.")
    draft.seat(command.seat, asked_at=draft.now)
    draft.note("asked", f"{seat.name} is asked: still there?", command.seat)


def here(draft: Draft, command: c.Here) -> None:
    """The player is there."""
    draft.need(draft.table.seats[command.seat].asked_at is not None, "gone", "Nobody has asked.")
    draft.seat(command.seat, asked_at=None)
