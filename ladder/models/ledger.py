"""The append-only ledger of points."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q


class Entry(models.Model):
    """Points of one seat of one game, or their compensation (spec: portal, Points).

    Never changed and never deleted: a correction is a new entry that names the one it `reverses` and counts
    in that one's period.
    """

    class Reason(models.TextChoices):
        PLAYED = "played", "played to its end"
        LEFT = "left", "left the table"
        OTHER_LEFT = "other-left", "somebody else left"
        REVERSAL = "reversal", "decision of a reviewer"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=10, choices=Reason)
    table_ref = models.CharField(max_length=64)
    game_number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    abandonment = models.ForeignKey(
        "ladder.Abandonment", on_delete=models.PROTECT, related_name="entries", null=True, db_index=False
    )
    reverses = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="reversed_by", null=True, db_index=False
    )
    at = models.DateTimeField()
    period_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["table_ref", "game_number", "seat"],
                condition=Q(reverses=None),
                name="entry_pays_a_seat_once",
            ),
            models.UniqueConstraint(
                fields=["reverses"], condition=~Q(reverses=None), name="entry_is_reversed_once"
            ),
            models.CheckConstraint(condition=Q(points__range=(-1, 1)), name="entry_points_range"),
        ]
        indexes = [
            models.Index(fields=["player", "game", "level", "period_at"], name="entry_of_player"),
            models.Index(fields=["abandonment"], condition=~Q(abandonment=None), name="entry_of_abandonment"),
        ]
        triggers = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.points:+d} in {self.game}, level {self.level} ({self.reason})"
