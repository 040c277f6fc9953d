"""All time, months and weeks: the periods that a board can be for (spec: portal, Leaderboards)."""

import re
from datetime import UTC, datetime

ALL_TIME = "all"
_LABEL = re.compile(r"all|[0-9]{4}-(0[1-9]|1[0-2])|[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])")

# The same in SQL: a row for each period that holds the instant `at`.
PERIODS_OF_AT = """(VALUES ('all'), (to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')), (to_char(at AT TIME ZONE
'UTC', 'IYYY-"W"IW'))) AS p (period)"""


def month_of(at: datetime) -> str:
    """As "2025-03", in UTC."""
    return f"{at.astimezone(UTC):%Y-%m}"


def week_of(at: datetime) -> str:
    """As "2025-W10": weeks begin on Monday, 00:00 UTC, and are numbered by ISO 8601."""
    return f"{at.astimezone(UTC):%G-W%V}"


def period_from(word: str, now: datetime) -> str | None:
    """The period that an address asks for: `all`, `month`, `week`, or a label; None where it is none."""
    named = {"": ALL_TIME, "month": month_of(now), "week": week_of(now)}
    label = named.get(word, word)
    return label if _LABEL.fullmatch(label) else None
