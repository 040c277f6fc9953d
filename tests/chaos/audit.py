"""At rest: do tables, settlements and answers agree with each other? A line for each that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Count, F

from games import record
from games.api import IllegalAct
from games.registry import game
from ladder.models import Abandonment, Entry, Played
from portal.tables.models import Deadline, Event, Lease, Table
from portal.tables.play import now
from tests.chaos.crowd import Booked

LATE = timedelta(seconds=15)
STILL_RENEWED = timedelta(seconds=10)
"""A lease that ends so late was renewed within the last five seconds."""
ENDED_LONG_AGO = timedelta(seconds=90)
"""A test table goes 20 s after its last player, who is known to have gone 15 s after the last sign of life."""
FAULTS = frozenset({"server-error", "too-fast", "not-seated"})
"""Refusals that say nothing about the act: it may be sent again, or its seat has been left since it was made."""


def violations(book: list[Booked]) -> list[str]:
    """Everything that is not as it must be, at one moment: the portal goes on meanwhile."""
    connection.close()  # Postgres may have been killed since it was opened
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return _violations(book)


def _violations(book: list[Booked]) -> list[str]:
    tables = {table.pk: table for table in Table.objects.all()}
    return [
        *(fault for table in tables.values() for fault in _log_replays(table)),
        *(fault for booked in book if booked.scored for fault in _seats_settled(booked, tables)),
        *_departures(),
        *_records(),
        *_acts_once(),
        *(fault for booked in book for fault in _answers(booked)),
        *_test_tables(book, tables),
        *_clock(tables),
        *_leases(),
        *_ladder(),
    ]


def _log(table: Table, game_number: int) -> list[dict[str, Any]]:
    rows = Event.objects.filter(table=table, game_number=game_number).exclude(kind="note").order_by("id")
    return [data["event"] for data in rows.values_list("data", flat=True)]


def _log_replays(table: Table) -> Iterator[str]:
    """The running (or last) game's log leads to the very state that the table's row holds."""
    state = (table.doc or {}).get("state")
    if state is None:
        return
    engine = game(table.game).engine
    try:
        played = record.play(engine, table.options, table.seats.count(), _log(table, table.game_number))
        engine.check(played)
        leads_there = engine.dump(played) == state
    except (IllegalAct, AssertionError):
        leads_there = False
    if not leads_there:
        yield f"table {table.pk}: its log does not lead to its state at version {table.version}"
    versions = list(Event.objects.filter(table=table).order_by("id").values_list("version", "kind"))
    acts = [version for version, kind in versions if kind != "note"]
    if acts != sorted(acts) or any(version > table.version for version, _ in versions):
        yield f"table {table.pk}: the versions of its log are out of order"


def _seats_settled(booked: Booked, tables: dict[int, Table]) -> Iterator[str]:
    """Each person's seat of an ended scored game: one entry, or a leaving that records nothing, never both."""
    table = tables.get(booked.table_id)
    if table is None:
        yield f"table {booked.table_id}: a scored table has vanished"
        return
    if table.status not in ("over", "closed") or not (table.doc or {}).get("state"):
        return
    ref = {"table_ref": str(table.pk), "game_number": 1}
    played = Played.objects.filter(**ref).first()
    if played is None:
        yield f"table {table.pk}: it is {table.status}, and no record of it is kept"
        return
    for seat, account in booked.people.items():
        entries = Entry.objects.filter(**ref, seat=seat, reverses=None)
        unpaid = Abandonment.objects.filter(**ref, seat=seat, points=None).count()
        if entries.count() + unpaid != 1:
            yield f"table {table.pk}, seat {seat}: {entries.count()} entries and {unpaid} leavings without points"
        if any(entry.player_id != account.user_id for entry in entries):
            yield f"table {table.pk}, seat {seat}: somebody else was paid"


def _departures() -> Iterator[str]:
    """One abandonment for each leaving that a table's log tells of, with its cause, and the other way round."""
    told = Counter(
        (str(event.table_id), event.game_number, event.seat, event.data["cause"])
        for event in Event.objects.filter(kind="note", data__code="left", data__has_key="cause")
    )
    kept = Counter(Abandonment.objects.values_list("table_ref", "game_number", "seat", "cause"))
    for case in sorted((told - kept) + (kept - told)):
        yield f"leaving {case}: told {told[case]} times, kept {kept[case]} times"


def _records() -> Iterator[str]:
    """Each kept record replays: a finished game to its result, a case file at all."""
    for played in Played.objects.all():
        read = record.parse(played.record)
        state = record.play(read.engine, read.options, read.seats, read.events)
        if (played.reason == "left") != (read.engine.result(state) is None):
            yield f"game {played.table_ref}-{played.game_number}: ended as {played.reason}, but the record says else"
    for case in Abandonment.objects.all():
        read = record.parse(case.case_file["record"])
        record.play(read.engine, read.options, read.seats, read.events)


def _acts_once() -> Iterator[str]:
    rows = Event.objects.filter(kind="act", table__scored=True)
    same = rows.values("table", "game_number", "seat", turn=F("data__turn"), act=F("data__event__act"))
    for case in same.annotate(n=Count("id")).filter(n__gt=1):
        if case["act"] != "take-back":
            yield f"written {case['n']} times: {case}"


def _answers(booked: Booked) -> Iterator[str]:
    """What a client was told: accepted acts stand in the log, refused ones do not, and no act is both."""
    log = Counter(
        (event.seat, event.data["turn"], event.data["event"]["act"])
        for event in Event.objects.filter(table_id=booked.table_id, kind="act")
    )
    for seat, robot in enumerate(booked.robots):
        accepted = set(robot.accepted)
        refused = {(turn, act): code for turn, act, code in robot.refused if code not in FAULTS}
        if not any(one.habit == "undoes" for one in booked.robots):
            for turn, act in accepted & refused.keys():
                yield f"table {booked.table_id}, seat {seat}: {act!r} of turn {turn} was accepted and refused"
        if booked.scored:
            for turn, act in accepted:
                if log[seat, turn, act] != 1:
                    yield f"table {booked.table_id}, seat {seat}: accepted {act!r} of turn {turn} is not in the log"
            for (turn, act), code in refused.items():
                if log[seat, turn, act]:
                    yield f"table {booked.table_id}, seat {seat}: {act!r} of turn {turn}, {code}, is in the log"


def _test_tables(book: list[Booked], tables: dict[int, Table]) -> Iterator[str]:
    """Nothing stays of a test game: neither its rows, nor a word in the ladder."""
    for table in tables.values():
        if not table.scored and table.status == "closed":
            yield f"test table {table.pk} is closed, and still there"
        if not table.scored and table.status == "over" and now() - table.changed_at > ENDED_LONG_AGO:
            seats = list(table.seats.filter(kind="human").values_list("seat", "absent_since"))
            due = list(table.deadlines.values_list("kind", "due_at", "set_aside"))
            yield f"test table {table.pk} has ended long ago, and is still there: people {seats}, deadlines {due}"
    refs = [str(booked.table_id) for booked in book if not booked.scored]
    for model in (Entry, Abandonment, Played):
        for ref in model.objects.filter(table_ref__in=refs).values_list("table_ref", flat=True):
            yield f"test table {ref} stands in {model.__name__}"


def _clock(tables: dict[int, Table]) -> Iterator[str]:
    """Nothing that is due is left lying, nothing was set aside, and each running game has something to wait for."""
    for row in Deadline.objects.filter(set_aside=True):
        yield f"set aside after {row.attempts} attempts: {row}"
    for row in Deadline.objects.filter(due_at__lt=now() - LATE, set_aside=False):
        yield f"overdue since {row.due_at:%T}, tried {row.attempts} times: {row}"
    waiting = set(Deadline.objects.values_list("table_id", flat=True))
    for table in tables.values():
        if table.status == "running" and table.scored and table.pk not in waiting:
            yield f"table {table.pk} runs, and nothing will ever fall due there"


def connected() -> list[str]:
    """Who still counts as connected, asked over a new connection: the last one may have died with its Postgres."""
    connection.close()
    return list(_leases())


def _leases() -> Iterator[str]:
    """All clients have gone, so no process renews a lease any more."""
    for lease in Lease.objects.filter(expires_at__gt=now() + STILL_RENEWED):
        yield f"somebody still counts as connected: {lease}"


def _ladder() -> Iterator[str]:
    try:
        call_command("check_ladder", stdout=_Nowhere())
    except CommandError as different:
        yield str(different)


class _Nowhere:
    """Takes what a command prints when all is well."""

    def write(self, text: str) -> int:
        return len(text)


def still_running() -> int:
    """Tables at which a game still runs that somebody or the clock has to end."""
    connection.close()
    return Table.objects.filter(status="running").count()
