"""Derived from ledger and abandonments: boards, and how many players stand where on them.

A board is a game kind, a level and a period (`ladder.periods`). `manage.py check_ladder` compares both tables
with what they derive from, `manage.py rebuild_ladder` makes them anew.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Standing(models.Model):
    """One player on one board (spec: portal, Points and Leaderboards).

    `name` (for the order) and `listed` (false for a closed account) follow the account by a trigger.
    """

    pk = models.CompositePrimaryKey("player_id", "game", "level", "period")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    period = models.CharField(max_length=8)
    name = models.CharField(max_length=150, db_collation="C")
    listed = models.BooleanField()
    points = models.IntegerField()
    won = models.IntegerField()
    drawn = models.IntegerField()
    lost = models.IntegerField()
    left = models.IntegerField()
    games = models.GeneratedField(
        expression=F("won") + F("drawn") + F("lost") + F("left"),
        output_field=models.IntegerField(),
        db_persist=True,
    )

    class Meta:
        indexes = [
            models.Index(
                "game", "level", "period", -F("points"), "games", "name", "player_id",
                condition=Q(listed=True), name="standing_board",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name} on {self.game}, level {self.level}, {self.period}: {self.points}"


class Bucket(models.Model):
    """How many listed players hold these points on a board: a rank is one sum over it."""

    pk = models.CompositePrimaryKey("game", "level", "period", "points")
    game = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    period = models.CharField(max_length=8)
    points = models.IntegerField()
    n = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.n} with {self.points} on {self.game}, level {self.level}, {self.period}"
