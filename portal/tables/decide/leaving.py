"""Leaving the table, in every way (spec: portal, Leaving the table). The prices are `ladder.leaving`'s."""

from __future__ import annotations

from datetime import datetime

from games.api import Seat
from ladder.leaving import Cause, Settlement, settle, settle_absence
from portal.tables import commands as c
from portal.tables.decide.dealing import show_all_deals
from portal.tables.decide.draft import Draft, Refused
from portal.tables.decide.going_on import seat_computer
from portal.tables.decide.lobby import shut, stand
from portal.tables.lifecycle import Status
from portal.tables.snapshot import Departure, Snapshot

_WORDS = {
    Cause.EXIT: "{name} has left the table.",
    Cause.NEW_GAME: "{name} has begun another game and left this one.",
    Cause.ACCOUNT_CLOSED: "{name} has closed the account and left.",
    Cause.CONNECTION: "{name} was without a connection for too long and has left.",
    Cause.TIME: "{name} ran out of time and has left.",
    Cause.INACTIVITY: "{name} did not answer and has left.",
}


def cost(table: Snapshot, seat: Seat) -> Settlement | None:
    """What Exit costs this seat now; None where it costs nothing because nothing is at stake."""
    if table.status is not Status.RUNNING or not table.setup.scored or table.state is None:
        return None
    return settle(table.engine.info.leaving, table.engine.leaving_basis(table.state, seat), seat)


def leave(draft: Draft, command: c.Leave) -> None:
    """The Exit button. In a running scored game the cost that the player saw must still be the cost."""
    table = draft.table
    if table.status is Status.OPEN:
        return stand(draft, c.Stand(seat=command.seat))
    draft.need_status(Status.RUNNING, Status.OVER)
    price = cost(table, command.seat)
    if price is None:
        return _leave_freely(draft, command.seat)
    if price.leaver != command.confirm:
        raise Refused("cost-changed", f"The cost of leaving has changed. {price.sentence}")
    depart(draft, command.seat, Cause.EXIT, draft.now)


def _leave_freely(draft: Draft, seat: Seat) -> None:
    """Test games, and games that are over: no points; a computer sits down so that the others can play on."""
    name = draft.table.seats[seat].name
    seat_computer(draft, seat)
    draft.note("left", f"{name} has left the table.", seat)
    if not draft.table.humans():
        shut(draft, "Everybody has left.")


def depart(draft: Draft, seat: Seat, cause: Cause, due_at: datetime) -> None:
    """Somebody leaves a running scored game: settled once, by the leaving rule, at this moment."""
    table = draft.table
    who = table.seats[seat]
    assert who.user_id is not None, "scored games have no guests"
    settlement, basis = _settled(table, seat, cause), table.engine.leaving_basis(table.state, seat)
    draft.departures.append(
        Departure(
            seat=seat, user_id=who.user_id, cause=cause, settlement=settlement, basis=basis, due_at=due_at
        )
    )
    draft.update(leavers=table.leavers | {who.user_id})
    draft.note("left", _WORDS[cause].format(name=who.name), seat, cause=str(cause), clause=settlement.clause)
    if settlement.ends:
        _end(draft, settlement, seat)
    seat_computer(draft, seat, left=str(cause))
    if not draft.table.humans():
        shut(draft, "The last player has left.")


def _settled(table: Snapshot, seat: Seat, cause: Cause) -> Settlement:
    rule, basis = table.engine.info.leaving, table.engine.leaving_basis(table.state, seat)
    if cause.is_chosen:
        return settle(rule, basis, seat)
    return settle_absence(rule, basis, seat, table.present() | table.computers())


def _end(draft: Draft, settlement: Settlement, seat: Seat) -> None:
    """The game ends by a leaving: what each human gets is the leaving rule's."""
    points = {seat: settlement.leaver, **settlement.others}
    humans = [s.is_human for s in draft.table.seats]
    draft.update(
        status=Status.OVER,
        ended=draft.log[-1].data["text"],
        window=None,
        result={
            "places": None,
            "points": [points.get(n) if human else None for n, human in enumerate(humans)],
            "reason": "left",
        },
    )
    show_all_deals(draft)
