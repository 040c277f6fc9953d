"""Before and after the game: seats, computers, start, rematch, closing by an operator."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.api import Seat
from games.registry import game
from portal.tables import commands as c
from portal.tables.decide.dealing import LOT, commit_to, show_all_deals
from portal.tables.decide.draft import Draft
from portal.tables.decide.going_on import host_after, seat_computer
from portal.tables.lifecycle import SeatKind, Status
from portal.tables.snapshot import SeatState, Snapshot


def sit(draft: Draft, command: c.Sit) -> None:
    """Somebody takes a free seat; the first to come is the host."""
    table, player = draft.table, command.player
    draft.need_status(Status.OPEN)
    already = table.seat_of(player.user_id, player.guest_key)
    draft.need(already is None, "not-now", "You have a seat at this table already.")
    draft.need(
        player.user_id is not None or not table.setup.scored,
        "account-needed",
        "Scored games need an account. Sign up, or play a test game as a guest.",
    )
    draft.need(
        not player.is_program or table.setup.programs, "people-only", "The host does not admit programs here."
    )
    draft.seat(_free_seat(draft, command.seat), **_seated(player), absent_since=draft.now)
    number = draft.table.seat_of(player.user_id, player.guest_key)
    assert number is not None
    if table.host is None:
        draft.update(host=number)
    draft.note("joined", f"{player.name} sat down.", number)


def _seated(player: c.Player) -> dict[str, object]:
    return {
        "kind": SeatKind.HUMAN,
        "user_id": player.user_id,
        "guest_key": "" if player.user_id is not None else player.guest_key,
        "name": player.name,
    }


def _free_seat(draft: Draft, wanted: Seat | None) -> Seat:
    free = [n for n, s in enumerate(draft.table.seats) if s.kind is SeatKind.OPEN]
    draft.need(free, "table-full", "All seats of this table are taken.")
    if wanted is None:
        return free[0]
    draft.need(wanted in free, "seat-taken", "That seat is taken. Choose a free one.")
    return wanted


def stand(draft: Draft, command: c.Stand) -> None:
    """Giving up a seat before the start costs nothing; the host's rights pass on; an empty table goes."""
    draft.need_status(Status.OPEN)
    name, number = draft.table.seats[command.seat].name, command.seat
    seats = list(draft.table.seats)
    seats[number] = SeatState()
    draft.update(seats=tuple(seats))
    draft.note("left", f"{name} got up.", number)
    if draft.before.host == number:
        draft.update(host=host_after(draft.table, number))
    if not draft.table.humans():
        shut(draft, "Everybody has left.")


def shut(draft: Draft, why: str) -> None:
    """Nothing more happens at this table; a test table leaves no trace (spec: portal, Scored and test games)."""
    show_all_deals(draft)
    draft.update(status=Status.CLOSED, ended=why, window=None)
    draft.delete = not draft.table.setup.scored


def fill(draft: Draft, command: c.Fill) -> None:
    """The host puts computers into free seats."""
    draft.need_status(Status.OPEN)
    _need_host(draft, command.seat, "put computers into seats")
    _fill(draft, command.into)


def _fill(draft: Draft, into: Seat | None = None) -> None:
    draft.need(
        not draft.table.setup.people_only,
        "people-only",
        "This table is for people only. Wait for more players.",
    )
    free = [_free_seat(draft, into)] if into is not None else _open_seats(draft.table)
    for number in free:
        seat_computer(draft, number)


def _open_seats(table: Snapshot) -> list[Seat]:
    return [n for n, s in enumerate(table.seats) if s.kind is SeatKind.OPEN]


def _need_host(draft: Draft, seat: Seat, what: str) -> None:
    draft.need(draft.table.host == seat, "not-host", f"Only the host can {what}.")


def start(draft: Draft, command: c.Start) -> None:
    """The host starts. With free seats the game is for those who sit, where it is played by so many; otherwise
    computers of the table's level fill them (spec: portal, Scored and test games).
    """
    draft.need_status(Status.OPEN)
    _need_host(draft, command.seat, "start the game")
    taken = [s for s in draft.table.seats if s.kind is not SeatKind.OPEN]
    if len(taken) < len(draft.table.seats) and len(taken) in seats_needed(draft.table):
        _move_together(draft, taken)
    elif len(taken) < len(draft.table.seats):
        _fill(draft)
    _draw_and_begin(draft)


def seats_needed(table: Snapshot) -> list[int]:
    """With how many players this table's game can be played, up to its seats."""
    info = table.engine.info
    rule_set = next(
        (r for r in info.rule_sets if r.slug == table.setup.options.get("rule_set", "")), info.rule_sets[0]
    )
    return [count for count in rule_set.seats if count <= len(table.seats)]


def _move_together(draft: Draft, taken: list[SeatState]) -> None:
    """The seats taken move together; the free ones go."""
    host = None if draft.table.host is None else draft.table.seats[draft.table.host]
    draft.update(seats=tuple(taken), host=None if host is None else taken.index(host))


def _draw_and_begin(draft: Draft) -> None:
    begin(draft)
    if draft.table.setup.by_lot:
        commit_to(draft, LOT)


def begin(draft: Draft) -> None:
    """A fresh game at the table."""
    table = draft.table
    draft.update(
        status=Status.RUNNING,
        ended="",
        state=table.engine.new(table.setup.options, len(table.seats)),
        window=None,
        dealing=None,
        deals_seen=(),
        result=None,
        watch=None,
        undo_wish=None,
        seats=tuple(_ready(s, draft.now) for s in table.seats),
    )
    draft.fresh_turns = True
    draft.note("started", f"{game(table.setup.game).engine.info.title} has begun.")


def _ready(seat: SeatState, now: datetime) -> SeatState:
    """A seat at the start of a game: nothing done yet, acts on the way stale, and an absence counts from here."""
    absent_since = now if seat.absent_since is not None else None
    return replace(
        seat,
        turn=seat.turn + 1,
        last=None,
        reason=None,
        rematch=False,
        left="",
        asked_at=None,
        absent_since=absent_since,
    )


def rematch(draft: Draft, command: c.Rematch) -> None:
    """The same table, seats and options again, once every human present wants it."""
    draft.need_status(Status.OVER)
    draft.seat(command.seat, rematch=True)
    waiting = [n for n in draft.table.present() if not draft.table.seats[n].rematch]
    if waiting:
        draft.note("rematch", f"{draft.table.seats[command.seat].name} would like a rematch.", command.seat)
        return
    for number in draft.table.humans() - draft.table.present() - {command.seat}:
        seat_computer(draft, number)
    draft.update(game_number=draft.table.game_number + 1, dealt=(), leavers=frozenset())
    _draw_and_begin(draft)


def announce(draft: Draft, command: c.Announce) -> None:
    """An operator's word to everybody at the table."""
    draft.need_status(Status.OPEN, Status.RUNNING, Status.OVER)
    draft.note(command.code, command.text)


def close(draft: Draft, command: c.Close) -> None:
    """An operator closes the table: nobody gets points (spec: portal, Leaving)."""
    draft.need_status(Status.OPEN, Status.RUNNING, Status.OVER)
    draft.note("closed", command.why)
    shut(draft, command.why)
