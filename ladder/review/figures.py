"""Numbers about leaving: published for everybody, and players with many of them for the reviewers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django.core.cache import cache
from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.db.models.functions import TruncMonth

from ladder.leaving import Cause
from ladder.models import Abandonment, Standing
from ladder.periods import ALL_TIME
from ladder.points import LOSS

KEPT_S = 300
"""The published numbers are that old at most."""
MANY = 3
"""Leavings that stand, from which on a player is listed."""
PLAYERS_A_PAGE = 50
MONTHS = 24
_CACHE_KEY = "ladder:review:figures"

_COUNTS = {
    "leavings": Count("pk"),
    "charges": Count("pk", filter=Q(points=LOSS)),
    "appeals": Count("appeal"),
    "reversals": Count("pk", filter=Q(voided=True)),
}


def published() -> dict[str, Any]:
    """Leavings, charges (a point was taken), appeals and reversals: by cause, by month, in all."""
    return cache.get_or_set(_CACHE_KEY, count, KEPT_S)  # type: ignore[return-value]


def count() -> dict[str, Any]:
    """The numbers as they are now."""
    cases = Abandonment.objects.order_by()
    counted = {row["cause"]: row for row in cases.values("cause").annotate(**_COUNTS)}
    none = dict.fromkeys(_COUNTS, 0)
    months = cases.annotate(month=TruncMonth("at", tzinfo=UTC)).values("month").annotate(**_COUNTS)
    return {
        "causes": [(cause, counted.get(cause, none)) for cause in map(str, Cause)],
        "months": list(months.order_by("-month")[:MONTHS]),
        "all": cases.aggregate(**_COUNTS),
    }


def many(period: str = ALL_TIME, page: int = 1) -> tuple[Sequence[dict[str, Any]], bool]:
    """Players with many leavings, most first, with their rate in percent of their scored games; is there more?

    The portal only shows: nobody is banned by it (spec: portal, Review).
    """
    latest = Abandonment.objects.filter(player=OuterRef("player")).order_by("-at").values("at")[:1]
    rows = (
        Standing.objects.filter(period=period)
        .values("player_id", "player__username", "player__is_closed")
        .annotate(leavings=Sum("left"), scored=Sum("games"), latest=Subquery(latest))
        .filter(leavings__gte=MANY)
        .order_by("-leavings", "player_id")
    )
    start = (page - 1) * PLAYERS_A_PAGE
    found = rows[start : start + PLAYERS_A_PAGE + 1]
    rated = [{**row, "rate": 100 * row["leavings"] / row["scored"]} for row in found]
    return rated[:PLAYERS_A_PAGE], len(rated) > PLAYERS_A_PAGE
