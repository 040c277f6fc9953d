"""Acts of the game, the end of a hand's window, randomness for the next deal."""

from __future__ import annotations

from dataclasses import replace

from games.api import IllegalAct, Seat
from games.chance import is_nonce
from portal.tables import commands as c
from portal.tables.decide.dealing import LOT
from portal.tables.decide.draft import Draft, Refused
from portal.tables.lifecycle import Due, SeatKind, Status
from portal.tables.snapshot import Logged, Snapshot


def act(draft: Draft, command: c.Act) -> None:
    """One act of the game, answering one turn of its seat.

    The very same act once more is answered as accepted (spec: table-page, Truth); an act for a turn that is gone
    is stale, whatever it says.
    """
    table, number = draft.table, command.seat
    seat = table.seats[number]
    if seat.last is not None and seat.last[:2] == (command.turn, command.act):
        raise Refused("again", "This act was accepted before.", answered_version=seat.last[2])
    draft.need_status(Status.RUNNING)
    draft.need(
        command.turn == seat.turn, "stale", "The game has moved on. The table shows how it stands now."
    )
    draft.need(not table.window, "not-now", "The hand is over. Continue to the next one.")
    if table.dealing:
        what = (
            "The seats are being drawn by lot." if table.dealing.hand == LOT else "The cards are being dealt."
        )
        raise Refused("not-now", what)
    uses_turn = number in table.due() and command.act not in table.engine.legal(table.state, number).optional
    try:
        state = table.engine.act(table.state, number, command.act)
    except IllegalAct as illegal:
        raise Refused(illegal.code, illegal.sentence) from illegal
    _not_too_late(draft, number, number in table.due(), number in table.engine.due(state))
    draft.update(state=state, undo_wish=None)
    reason = command.reason if seat.kind is SeatKind.COMPUTER and not table.setup.scored else None
    draft.seat(number, last=(command.turn, command.act, draft.table.version), reason=reason)
    data = {"event": {"seat": number, "act": command.act}, "turn": command.turn} | _clock(table, number)
    draft.log.append(
        Logged(
            kind="act",
            seat=number,
            data=data if command.budget is None else data | {"budget": command.budget},
        )
    )
    if uses_turn:
        draft.acted = number
    else:
        draft.resumed = number


def _clock(table: Snapshot, number: Seat) -> dict[str, str]:
    """The move clock that this act stops, as evidence (spec: portal, Review)."""
    clock = table.deadlines.get((number, Due.MOVE))
    if clock is None:
        return {}
    return {"clock_from": clock.started_at.isoformat(), "due_at": clock.due_at.isoformat()}


def _not_too_late(draft: Draft, number: Seat, was_due: bool, is_due: bool) -> None:
    """A choice that is taken back leaves the original deadline running (spec: black-lady, Play 1): not past it."""
    due_at = draft.table.seats[number].move_due_at
    late = not was_due and is_due and due_at is not None and draft.now >= due_at
    draft.need(not late, "not-now", "Your time for this choice is over, so it can no longer be taken back.")


def go_on(draft: Draft, command: c.Continue) -> None:
    """One player is done with the end-of-hand window."""
    window = draft.table.window
    draft.need(window and window.hand == command.hand, "stale", "This hand's result is closed already.")
    assert window is not None
    draft.update(window=replace(window, continued=window.continued | {command.seat}))


def nonce(draft: Draft, command: c.Nonce) -> None:
    """A browser's randomness for a deal; the first one of a seat counts (spec: portal, Fair chance)."""
    dealing = draft.table.dealing
    form = "A nonce is 32 to 64 hexadecimal digits, an even number of them, in lower case."
    draft.need(is_nonce(command.nonce), "bad-frame", form)
    draft.need(
        dealing and dealing.hand == command.hand and not dealing.waited,
        "stale",
        "That hand is dealt already.",
    )
    assert dealing is not None
    draft.need(command.seat not in dealing.nonces, "not-now", "Your randomness for this hand is in already.")
    draft.update(dealing=replace(dealing, nonces={**dealing.nonces, command.seat: command.nonce}))
