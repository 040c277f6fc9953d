"""What follows from a change by itself: the end, the hand's window, turns, deadlines."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from ladder.points import points_of
from portal.tables import clock
from portal.tables.decide.dealing import commit_to, deal, hands_completed, show_all_deals
from portal.tables.decide.draft import Draft
from portal.tables.lifecycle import COMPUTER_NAMES, SeatKind, Status
from portal.tables.snapshot import Snapshot, Watch, Window


def bring_to_rest(draft: Draft) -> None:
    """Carries the table on until somebody has to do something."""
    _drop_wish(draft)
    if draft.table.status is Status.RUNNING:
        _close_hand(draft)
        _close_window(draft)
        _finish(draft)
        while deal(draft):
            pass
        _turns(draft)
        _watch(draft)
    draft.update(deadlines=clock.deadlines(draft.table, draft.now, draft.random_bytes()))


def _drop_wish(draft: Draft) -> None:
    """A wish to undo ends with its asker, and when nobody is left who could answer; it can be asked again."""
    table, wish = draft.table, draft.table.undo_wish
    if wish and (not table.seats[wish[0]].is_human or table.present() <= wish[1]):
        draft.update(undo_wish=None)


def _close_hand(draft: Draft) -> None:
    """A hand was finished by this change: its result stands until all present have continued."""
    before, table = draft.before, draft.table
    if before.status is not Status.RUNNING or draft.fresh_turns or before.state is table.state:
        return
    hand = hands_completed(table)
    if hand > hands_completed(before) and table.engine.result(table.state) is None:
        draft.update(window=Window(hand=hand))
        commit_to(draft, hand + 1)


def _close_window(draft: Draft) -> None:
    """The window ends when every human present has continued; with nobody there it runs its time out."""
    window, present = draft.table.window, draft.table.present()
    if window and present and present <= window.continued:
        draft.update(window=None)


def _finish(draft: Draft) -> None:
    """Ends the game where the engine says that it is over."""
    table = draft.table
    result = table.engine.result(table.state) if table.status is Status.RUNNING else None
    if result is None:
        return
    points = points_of(result.places, result.sides)
    humans = [seat.is_human for seat in table.seats]
    draft.update(
        status=Status.OVER,
        window=None,
        ended=table.engine.info.endings.get(result.reason, "The game was played to its end."),
        result={
            "places": list(result.places),
            "points": [p if human else None for p, human in zip(points, humans, strict=True)],
            "reason": result.reason,
        },
    )
    show_all_deals(draft)
    draft.finished = table.setup.scored


def _turns(draft: Draft) -> None:
    """Gives a new turn, with its move time, to each seat from which an act has become due."""
    table = draft.table
    was_due = frozenset() if draft.fresh_turns else draft.before.due()
    for number in table.due():
        seat = table.seats[number]
        if number == draft.resumed or (number in was_due and number != draft.acted):
            continue
        due_at = draft.now + timedelta(seconds=table.setup.move_time_s) if table.setup.scored else None
        draft.seat(number, turn=seat.turn + 1, move_due_at=due_at, asked_at=None)
    if table.setup.scored and draft.fresh_turns and table.due():
        draft.begun = True  # a game without a deal begins with its first due move


def _watch(draft: Draft) -> None:
    """Moves the spectators' view of a scored game on by one trick (chess: move)."""
    table = draft.table
    if not (table.setup.public and table.setup.scored) or table.state is None:
        return
    moment = table.engine.moment(table.state)
    watch = table.watch
    if watch is not None and moment == watch.moment:
        return
    coming = table.engine.view(table.state, None)
    shown = watch.coming if watch is not None and moment > watch.moment else coming
    draft.update(watch=Watch(moment=moment, shown=shown, coming=coming))


def host_after(table: Snapshot, gone: int) -> int | None:
    """The next human clockwise after `gone`, who takes over the host's rights."""
    count = len(table.seats)
    for step in range(1, count):
        number = (gone + step) % count
        if table.seats[number].is_human:
            return number
    return None


def seat_computer(draft: Draft, number: int, left: str = "") -> None:
    """A computer player of the table's level takes the seat; what the player before had on the way is stale."""
    taken = {s.name for s in draft.table.seats if s.kind is SeatKind.COMPUTER}
    name = next((n for n in COMPUTER_NAMES if n not in taken), f"Computer {number + 1}")
    seat = draft.table.seats[number]
    draft.update(
        seats=tuple(
            replace(
                s,
                kind=SeatKind.COMPUTER,
                user_id=None,
                guest_key="",
                name=name,
                absent_since=None,
                left=left,
                turn=s.turn + 1,
                reason=None,
                rematch=False,
                move_due_at=None,
                asked_at=None,
            )
            if n == number
            else s
            for n, s in enumerate(draft.table.seats)
        ),
        host=host_after(draft.table, number)
        if draft.table.host == number and seat.is_human
        else draft.table.host,
    )
