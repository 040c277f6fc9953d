"""The evidence of a case as lines of a timeline, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ladder.models import Abandonment
from ladder.review.replay import with_suits
from ladder.review.words import cause_words

Told = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Line:
    """What happened at an instant; `before` is how long before the leaving, as "2:05"."""

    at: datetime
    before: str
    text: str
    kind: str


def lines(case: Abandonment) -> Sequence[Line]:
    """Connections, clock starts and stops, warnings, acts and outages, in order (spec: portal, Review)."""
    told = case.case_file.get("timeline", [])
    warnings = case.case_file.get("warnings", [])
    left_at = _instant(told[-1]["at"]) if told else case.at
    known = {one["confirmed_at"] for one in warnings}
    happened = [found for one in told if not _is_in_a_warning(one, known) for found in _words(one)]
    happened += [(one["at"], "warning", _warning(one)) for one in warnings]
    found = [
        Line(at=_instant(at), before=_length(left_at - _instant(at)), text=text, kind=kind)
        for at, kind, text in happened
    ]
    return sorted(found, key=lambda line: line.at)


def _is_in_a_warning(one: Told, confirmed: set[str | None]) -> bool:
    return one["what"] == "asked" or (one["what"] == "seen" and one["at"] in confirmed)


def _words(one: Told) -> Iterator[tuple[str, str, str]]:
    """Instant, kind and sentence of what one entry tells."""
    at, what = one["at"], one["what"]
    if "clock_from" in one:
        limit = _length(_instant(one["due_at"]) - _instant(one["clock_from"]))
        yield one["clock_from"], "clock", f"Move clock starts: {limit} from here."
    if what == "act":
        yield at, "act", f"Act: {with_suits(one['act'])}."
        if "due_at" in one:
            yield (
                at,
                "clock",
                f"Move clock stops with {_length(_instant(one['due_at']) - _instant(at))} left.",
            )
    elif what == "left":
        yield at, "left", f"Leaves: {cause_words(one['cause'])}. {_connection(one)}{_input(one)}"
    else:
        yield at, what, _OTHERS[what](one) if what in _OTHERS else f"{what}."


def _connection(one: Told) -> str:
    if one["connected"]:
        return "A connection was open."
    since = _clock_time(one["absent_since"]) if "absent_since" in one else "before"
    return f"No connection since {since}."


def _input(one: Told) -> str:
    return f" Last input at {_clock_time(one['last_input_at'])}." if "last_input_at" in one else ""


def _warning(one: Told) -> str:
    shown = {"ten-seconds": "Ten seconds left: warning", "still-there": "Asked “still there?”"}[one["what"]]
    if one["confirmed_at"] is None:
        return f"{shown}. No page confirmed that it was shown."
    return f"{shown}. The page confirmed at {_clock_time(one['confirmed_at'])} that it was shown."


_OTHERS = {
    "begun": lambda one: f"The game begins; the seat is {'' if one['connected'] else 'not '}connected.",
    "away": lambda one: (
        "The last connection is lost" + (f", since {_clock_time(one['since'])}." if "since" in one else ".")
    ),
    "back": lambda one: "Connected again.",
    "here": lambda one: "Answers “still there?”: is there.",
    "seen": lambda one: f"The page says that it shows a warning ({one['word']}).",
    "outage": lambda one: (
        f"The portal is away ({one['kind']}) until {_clock_time(one['until'])}; no clock counts that time."
    ),
}


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _clock_time(text: str) -> str:
    return f"{_instant(text):%H:%M:%S}"


def _length(length: timedelta) -> str:
    """As "2:05" or "1:02:05", by whole seconds; below zero as 0:00."""
    seconds = max(0, round(length.total_seconds()))
    hours, rest = divmod(seconds, 3600)
    minutes = f"{rest // 60:02}" if hours else f"{rest // 60}"
    return f"{hours}:{minutes}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"
