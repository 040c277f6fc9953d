"""Finished scored games, for histories, replay and pages."""

import pgtrigger
from django.conf import settings
from django.db import models


class Played(models.Model):
    """One scored game that is over, by its rules or by somebody's leaving (then `reason` is "left").

    `record` is the whole game (`portal-record/1`), `hands` its finished hands as `{"points", "totals",
    "notes"}` by side, `sides` the seats of each side.
    """

    table_ref = models.CharField(max_length=64)
    game_number = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    options = models.JSONField()
    sides = models.JSONField()
    hands = models.JSONField()
    record = models.JSONField()
    reason = models.CharField(max_length=60)
    ended_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "played"
        constraints = [
            models.UniqueConstraint(fields=["table_ref", "game_number"], name="played_once"),
        ]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.game}, level {self.level}, {self.ended_at:%Y-%m-%d %H:%M}"


class PlayedSeat(models.Model):
    """Who sat there when the game ended; and once more with `left`, who had left that seat before.

    `player` is null for a computer, whose `name` is kept. `place` is null where the game did not end by its
    rules and for those who had left; `points` null where none were recorded.
    """

    played = models.ForeignKey(Played, on_delete=models.PROTECT, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    name = models.CharField(max_length=60, blank=True)
    place = models.PositiveSmallIntegerField(null=True)
    points = models.SmallIntegerField(null=True)
    left = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["played", "seat", "left"], name="played_seat_once"),
        ]
        indexes = [models.Index(fields=["player", "-played"], name="played_by_player")]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.played_id}"
