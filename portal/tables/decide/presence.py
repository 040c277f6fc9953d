"""The first connection of a seat has come, or its last one has gone."""

from __future__ import annotations

from portal.tables import commands as c
from portal.tables.decide.draft import Draft
from portal.tables.lifecycle import Status


def change(draft: Draft, command: c.Presence) -> None:
    """Absence counts from the end of the last lease; a second report of the same is nothing new."""
    seat = draft.table.seats[command.seat]
    draft.need(seat.is_human, "not-seated", "Nobody sits there.")
    draft.need(
        (seat.absent_since is None) != (command.absent_since is None), "gone", "That is known already."
    )
    draft.seat(command.seat, absent_since=command.absent_since)
    if draft.table.status is Status.RUNNING:
        code, told = (
            ("back", "is back") if command.absent_since is None else ("away", "has lost the connection")
        )
        draft.note(code, f"{seat.name} {told}.", command.seat)
