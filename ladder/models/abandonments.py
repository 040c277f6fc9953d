"""Leavings of scored games, what their players say, and what reviewers decide (spec: portal, Review)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from ladder.leaving import Cause

APPEAL_LENGTH = 1000


class Abandonment(models.Model):
    """One leaving of one seat of a scored game, with the rule that was applied and the evidence.

    `clause` is `ladder.leaving.Settlement.clause`, `standing` the `Basis` that it compared, `points` the
    leaver's (null: none recorded). `case_file` is frozen: record up to that moment, timeline, outage,
    warnings (`ladder.postings.CaseFile`), and `seats`: who sat where just before, with the points that the
    leaving paid. Only `voided` ever changes, by a decision.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    table_ref = models.CharField(max_length=64)
    game_number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    cause = models.CharField(
        max_length=14, choices=[(cause.value, cause.replace("-", " ")) for cause in Cause]
    )
    clause = models.CharField(max_length=40)
    points = models.SmallIntegerField(null=True)
    standing = models.JSONField()
    case_file = models.JSONField()
    for_review = models.BooleanField()
    voided = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        permissions = [("review_abandonments", "Can review abandoned games")]
        constraints = [
            models.UniqueConstraint(
                fields=["table_ref", "game_number", "seat"], name="abandonment_once_a_seat"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-at"], name="abandonment_of_player"),
            models.Index(fields=["-at"], name="abandonment_at"),
        ]
        triggers = [
            pgtrigger.ReadOnly(name="frozen", exclude=["voided"]),
            pgtrigger.Protect(name="kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.game}, level {self.level}: left by {self.cause} at {self.at:%Y-%m-%d %H:%M}"


class Appeal(models.Model):
    """What the player says about it: once, within 14 days."""

    abandonment = models.OneToOneField(Abandonment, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField(max_length=APPEAL_LENGTH)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("text"), APPEAL_LENGTH), name="appeal_length"
            ),
        ]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"appeal of {self.at:%Y-%m-%d %H:%M}"


class Decision(models.Model):
    """A reviewer's word. A later change of mind is a new decision on top, never an edit."""

    class Verdict(models.TextChoices):
        UPHOLD = "uphold", "upheld"
        VOID = "void", "voided"

    abandonment = models.ForeignKey(Abandonment, on_delete=models.PROTECT, related_name="decisions")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    verdict = models.CharField(max_length=6, choices=Verdict)
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="decision_has_a_reason")]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.verdict} at {self.at:%Y-%m-%d %H:%M}"
