"""What only test games have: undo, restart with the very same deals, a computer for somebody absent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings

from games.api import Event, Seat
from portal.tables import commands as c
from portal.tables.decide.draft import Draft
from portal.tables.decide.going_on import seat_computer
from portal.tables.decide.lobby import begin
from portal.tables.lifecycle import SeatKind, Status


def _need_test(draft: Draft, what: str) -> None:
    draft.need(not draft.table.setup.scored, "test-only", f"{what} only exists in test games.")


def undo(draft: Draft, command: c.Undo) -> None:
    """Back to the asker's previous decision; with several humans present the others are asked first."""
    _need_test(draft, "Undo")
    draft.need(draft.table.setup.undo, "not-now", "The host has not allowed undo at this table.")
    draft.need_status(Status.RUNNING, Status.OVER)
    draft.need(
        last_decision(command.log, command.seat) is not None,
        "nothing-to-undo",
        "There is nothing to undo yet.",
    )
    if draft.table.present() - {command.seat}:
        name = draft.table.seats[command.seat].name
        draft.update(undo_wish=(command.seat, frozenset({command.seat})))
        draft.note("undo-wish", f"{name} would like to take back a move.", command.seat)
    else:
        _take_back(draft, command.seat, command.log)


def answer_undo(draft: Draft, command: c.AnswerUndo) -> None:
    """Another player agrees to an undo, or not; it happens once all who are present agree."""
    wish = draft.table.undo_wish
    draft.need(
        wish and command.seat not in wish[1], "not-now", "Nobody is waiting for your answer to an undo."
    )
    assert wish is not None
    asker, agreed = wish[0], wish[1] | {command.seat}
    if not command.agree:
        draft.update(undo_wish=None)
        draft.note(
            "undo-refused",
            f"{draft.table.seats[command.seat].name} does not agree to the undo.",
            command.seat,
        )
    elif draft.table.present() <= agreed:
        _take_back(draft, asker, command.log)
    else:
        draft.update(undo_wish=(asker, agreed))


def last_decision(log: Sequence[Event], seat: Seat) -> int | None:
    """Where in the log this seat last decided something, or None."""
    return next((i for i in range(len(log) - 1, -1, -1) if log[i].get("seat") == seat), None)


def _take_back(draft: Draft, seat: Seat, log: Sequence[Event]) -> None:
    keep = last_decision(log, seat)
    draft.need(keep is not None, "nothing-to-undo", "There is nothing to undo yet.")
    table = draft.table
    state = table.engine.new(table.setup.options, len(table.seats))
    for event in log[:keep]:
        state = (
            table.engine.resolve(state, event)
            if "chance" in event
            else table.engine.act(state, event["seat"], event["act"])
        )
    draft.update(
        state=state, status=Status.RUNNING, window=None, dealing=None, result=None, undo_wish=None, ended=""
    )
    _forget_acts(draft)
    draft.undo_to, draft.fresh_turns = keep, True
    draft.note("undone", f"{table.seats[seat].name} took back a move.", seat)


def _forget_acts(draft: Draft) -> None:
    for number, seat in enumerate(draft.table.seats):
        draft.seat(number, turn=seat.turn + 1, last=None, reason=None)


def restart(draft: Draft, command: c.Restart) -> None:
    """The very same deals from the beginning. The host's right."""
    _need_test(draft, "Restart")
    draft.need_status(Status.RUNNING, Status.OVER)
    draft.need(draft.table.host == command.seat, "not-host", "Only the host can restart the game.")
    draft.undo_to = 0
    begin(draft)


def replace_absent(draft: Draft, command: c.Replace) -> None:
    """Somebody without a connection for 3 minutes is played for by a computer until they return."""
    _need_test(draft, "A stand-in")
    draft.need_status(Status.RUNNING)
    draft.need(0 <= command.absent < len(draft.table.seats), "bad-frame", "There is no such seat.")
    seat = draft.table.seats[command.absent]
    long_gone = seat.absent_since is not None and draft.now - seat.absent_since >= timedelta(
        seconds=settings.ABSENT_S
    )
    draft.need(
        seat.is_human and long_gone and command.absent != command.seat,
        "not-now",
        "Only a player who has been away for three minutes can be replaced.",
    )
    name, kept = seat.name, (seat.user_id, seat.guest_key, seat.name)
    seat_computer(draft, command.absent)
    draft.update(stand_ins={**draft.table.stand_ins, command.absent: kept})
    draft.note("replaced", f"A computer plays for {name} until they are back.", command.absent)


def come_back(draft: Draft, command: c.Return) -> None:
    """The player takes the seat back from the computer that stood in."""
    _need_test(draft, "A stand-in")
    draft.need(command.seat in draft.table.stand_ins, "gone", "The seat is yours again already.")
    user_id, guest_key, name = draft.table.stand_ins[command.seat]
    draft.seat(
        command.seat,
        turn=draft.table.seats[command.seat].turn + 1,  # what the computer had on the way is stale
        kind=SeatKind.HUMAN,
        user_id=user_id,
        guest_key=guest_key,
        name=name,
        absent_since=None,
        reason=None,
    )
    draft.update(stand_ins={n: who for n, who in draft.table.stand_ins.items() if n != command.seat})
    if draft.table.host is None:
        draft.update(host=command.seat)
    draft.note("back", f"{name} is back.", command.seat)


def rejoin(draft: Draft, command: c.Rejoin) -> None:
    """A guest's seat goes on with the session that the guest has now."""
    _need_test(draft, "A guest's seat")
    seat = draft.table.seats[command.seat]
    draft.need(seat.guest_key and seat.absent_since is not None, "seat-taken", "That guest is connected.")
    draft.seat(command.seat, guest_key=command.guest_key)
