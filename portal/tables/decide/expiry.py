"""A deadline has fallen due. Where it no longer stands, nothing happens."""

from __future__ import annotations

from dataclasses import replace

from games.api import Seat
from portal.tables import commands as c
from portal.tables.clock import FROM_OUTSIDE
from portal.tables.decide.acts import act
from portal.tables.decide.draft import Draft, Refused
from portal.tables.decide.leaving import depart
from portal.tables.decide.lobby import shut
from portal.tables.lifecycle import CAUSE_OF, Due, Status
from portal.tables.snapshot import Deadline


def expire(draft: Draft, command: c.Expire) -> None:
    """Serves the deadline if it stands and is due; otherwise refuses as `gone` (nothing is left to expire)."""
    held = draft.table.deadlines.get((command.seat, command.kind))
    if held is None or held.turn != command.turn or held.due_at > draft.now:
        raise Refused("gone", "This deadline no longer stands.")
    cause = CAUSE_OF.get(command.kind)
    if cause is not None:
        depart(draft, _who_leaves(draft, command, held), cause, held.due_at)
    elif command.kind is Due.WINDOW:
        draft.update(window=None)
    elif command.kind is Due.DEAL:
        assert draft.table.dealing is not None
        draft.update(dealing=replace(draft.table.dealing, waited=True))
    elif command.kind is Due.CLOSE:
        shut(draft, draft.table.ended or "Nobody was at the table any more.")
    elif command.kind is Due.BOT:
        _first_legal(draft, command)


def _who_leaves(draft: Draft, command: c.Expire, held: Deadline) -> Seat:
    """The leaver's seat. Only a player of a running scored game can leave it: a row from outside may come after its
    end, and then means its player, wherever they sit by now.
    """
    table = draft.table
    sits: Seat | None = command.seat
    if command.kind in FROM_OUTSIDE:
        sits = table.seat_of(held.user_id, "") if command.turn == table.game_number else None
    playing = table.status is Status.RUNNING and table.setup.scored
    draft.need(
        playing and sits is not None and table.seats[sits].is_human, "gone", "There is nothing left to leave."
    )
    assert sits is not None
    return sits


def _first_legal(draft: Draft, command: c.Expire) -> None:
    """A computer that fails or is slow is replaced by a legal move (spec: portal, Clocks)."""
    legal = draft.table.engine.legal(draft.table.state, command.seat)
    if legal.acts:
        text = legal.acts[0]
    else:  # cards to choose, or a question to answer
        text = " ".join((legal.verb, *legal.of[: legal.choose])) if legal.choose else legal.optional[0]
    draft.note(
        "computer-late",
        f"{draft.table.seats[command.seat].name} did not find a move in time and played one.",
        command.seat,
    )
    act(draft, c.Act(seat=command.seat, turn=command.turn, act=text))
