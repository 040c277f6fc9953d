"""What Postgres keeps of live tables. Written only by `store.py`; the presence of sockets by `presence.py`."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Table(models.Model):
    """One table: its set-up, and where its play stands at `version`.

    `doc` holds the parts of a snapshot that are neither seats nor deadlines (`snapshot.py`), the shuffle's secret
    seed among them: it is never sent to anybody as it is.
    """

    code = models.CharField(max_length=5)
    game = models.SlugField()
    options = models.JSONField()
    scored = models.BooleanField()
    level = models.PositiveSmallIntegerField()
    move_time_s = models.PositiveSmallIntegerField(default=0)
    public = models.BooleanField(default=False)
    people_only = models.BooleanField(default=False)
    programs = models.BooleanField(default=False)
    undo = models.BooleanField(default=False)
    hints = models.BooleanField(default=False)
    by_lot = models.BooleanField(db_default=False)
    status = models.CharField(max_length=10, default="open")
    version = models.PositiveIntegerField(default=0)
    game_number = models.PositiveSmallIntegerField(default=1)
    host = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=200, default="")
    doc = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["code"], condition=~Q(status="closed"), name="code_unique_while_open"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["-created_at"], condition=Q(status="open", public=True), name="public_board")
        ]

    def __str__(self) -> str:
        return f"{self.game} table {self.code}"


class Seat(models.Model):
    """Who sits where. `absent_since` is the end of the last connection's lease; null while connected."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, default="open")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    guest_key = models.CharField(max_length=40, default="")
    name = models.CharField(max_length=40, default="")
    absent_since = models.DateTimeField(null=True)
    left = models.CharField(max_length=20, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_once"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="one_seat_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.table_id}"


class Event(models.Model):
    """The log of a table. `kind` is `chance` or `act` (the record's events) or `note` (what else happened).

    `data` of a chance event has its fairness part; `at` is the moment of the decision (for an expiry, the moment
    at which it fell due).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    game_number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=6)
    seat = models.SmallIntegerField(null=True)
    data = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "game_number", "id"], name="log_of_a_game")]

    def __str__(self) -> str:
        return f"{self.kind} of table {self.table_id} at version {self.version}"


class Deadline(models.Model):
    """One row for each thing that falls due. `seat` is -1 where the whole table waits.

    `due_at` is what players see; `run_at` is when the sweep looks next (later while a sweep has it in hand, or
    after a failure). A row that fails again and again is set aside: `attempts` reaches `clock.MAX_ATTEMPTS`.
    `user` is set where it is for a player, wherever they sit by then (`clock.FROM_OUTSIDE`).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deadlines")
    seat = models.SmallIntegerField()
    kind = models.CharField(max_length=12)
    turn = models.PositiveIntegerField(default=0)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    started_at = models.DateTimeField()
    due_at = models.DateTimeField()
    run_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    set_aside = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat", "kind"], name="deadline_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["run_at"], condition=Q(set_aside=False), name="deadlines_by_time")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of seat {self.seat} at table {self.table_id}"


class ChatLine(models.Model):
    """One line of a table's chat, as typed."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    seat = models.SmallIntegerField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"chat line {self.pk}"


class Lease(models.Model):
    """One open socket of a seated player; it counts until `expires_at` whatever becomes of its process."""

    key = models.CharField(max_length=32, primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="leases")
    seat = models.SmallIntegerField()
    node = models.CharField(max_length=40)
    expires_at = models.DateTimeField(db_index=True)
    input_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"lease of seat {self.seat} at table {self.table_id}"


class Heartbeat(models.Model):
    """The last sign of life of a kind of process on a node (`web`, `clock`)."""

    kind = models.CharField(max_length=8)
    node = models.CharField(max_length=60)
    beat_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "node"], name="heartbeat_once")]

    def __str__(self) -> str:
        return f"{self.kind} on {self.node}"


class Outage(models.Model):
    """A stretch of more than `OUTAGE_S` seconds in which a kind of process was silent, as moved past the clocks."""

    kind = models.CharField(max_length=8)
    began_at = models.DateTimeField()
    shifted_until = models.DateTimeField(db_index=True)
    is_over = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kind} away from {self.began_at:%F %T}"


class Draining(models.Model):
    """One row while no new game may begin (`drain.py`), none otherwise."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(id=1), name="draining_once")]

    def __str__(self) -> str:
        return f"no new games since {self.since:%F %T}"


class ChatReport(models.Model):
    """Chat lines that a player has shown to the reviewers; all that stays of a test table's chat."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reporter_name = models.CharField(max_length=40)
    game = models.SlugField()
    lines = models.JSONField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"report {self.pk} by {self.reporter_name}"
