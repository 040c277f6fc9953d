"""Records of games (`portal-record/1`): reading, writing, and playing them again exactly.

spec: records. Live logs hold the same events; `apply` and `play` take either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import BadOptions, Engine, Event, IllegalAct, Json, Legal, Seat, UnknownGame
from games.registry import game
from games.wording import shown

FORMAT = "portal-record/1"
OPTIONAL = ("names", "result", "fairness", "table")
PointsOf = Callable[[Sequence[int], Sequence[Sequence[Seat]]], Sequence[int]]
"""Portal points by seat from places and sides: the ladder's, handed in, since games know nothing of it."""


class BadRecord(Exception):
    """A record that cannot be played: one plain sentence that says where and why."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A record whose frame has been checked: known game, playable options, a list of events.

    The events themselves are checked as they are played.
    """

    game: str
    options: Mapping[str, Any]
    seats: int
    events: Sequence[Json]
    extras: Mapping[str, Json]
    """The optional keys that are there."""

    @property
    def engine(self) -> Engine:
        return game(self.game).engine


def document(
    slug: str, options: Mapping[str, Any], seats: int, log: Sequence[Event], **extras: Json
) -> dict[str, Json]:
    """The record of a log as JSON; choices that were taken back or changed drop out."""
    events = [dict(event) for event in game(slug).engine.recorded(log)]
    return {
        "format": FORMAT,
        "game": slug,
        "options": dict(options),
        "seats": seats,
        "events": events,
        **extras,
    }


def read(text: bytes | str) -> Record:
    """The record in a JSON text. Raises BadRecord."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"This is not JSON that can be read: {shown(str(error))}.") from error
    return parse(parsed)


def parse(parsed: Json) -> Record:
    """The record in a parsed JSON document. Raises BadRecord."""
    if not isinstance(parsed, dict):
        raise BadRecord("A record is one JSON object.")
    if parsed.get("format") != FORMAT:
        raise BadRecord(f'The "format" of a record is "{FORMAT}", not {shown(parsed.get("format"))}.')
    slug, options, seats, events = (parsed.get(key) for key in ("game", "options", "seats", "events"))
    if not isinstance(slug, str):
        raise BadRecord(f'"game" is the name of a game, not {shown(slug)}.')
    if not isinstance(options, dict):
        raise BadRecord(f'"options" is an object, not {shown(options)}.')
    if type(seats) is not int:
        raise BadRecord(f'"seats" is a whole number, not {shown(seats)}.')
    if not isinstance(events, list):
        raise BadRecord(f'"events" is a list, not {shown(events)}.')
    extras = {key: parsed[key] for key in OPTIONAL if parsed.get(key) is not None}
    normal = _normalised(slug, options, seats)
    return Record(game=slug, options=normal, seats=seats, events=events, extras=extras)


def _normalised(slug: str, options: dict[str, Json], seats: int) -> dict[str, Any]:
    try:
        normal = game(slug).engine.normalise(options, seats)
    except UnknownGame as error:
        raise BadRecord(str(error)) from error
    except BadOptions as error:
        raise BadRecord(f"{shown(error.option)}: {error.sentence}") from error
    if "length" in normal and "length" not in options:
        raise BadRecord('"options" must say the "length" of the game.')
    return normal


def apply(engine: Engine, state: Any, event: Event) -> Any:
    """The state after one event. Raises IllegalAct, also for what is no event at all."""
    if not isinstance(event, Mapping) or ("chance" in event) == ("act" in event):
        sentence = f'An event holds either "chance" or "seat" and "act"; this is {shown(event)}.'
        raise IllegalAct("bad-event", "events of a record", sentence)
    if "chance" in event:
        return engine.resolve(state, event)
    seat, act = event.get("seat"), event["act"]
    if type(seat) is not int or not isinstance(act, str):
        raise IllegalAct("bad-event", "events of a record", '"seat" is a whole number and "act" a text.')
    return engine.act(state, seat, act)


def play(engine: Engine, options: Mapping[str, Any], seats: int, events: Sequence[Event]) -> Any:
    """The state after a whole log. Raises IllegalAct."""
    state = engine.new(options, seats)
    for event in events:
        state = apply(engine, state, event)
    return state


def replay(record: Record, points_of: PointsOf, *, with_legal: bool = False) -> Iterator[dict[str, Json]]:
    """The lines of `manage.py replay --json`, one object each (spec: records).

    Raises BadRecord at the first event that cannot be played, naming its number, seat, act and rule.
    """
    engine = record.engine
    state = engine.new(record.options, record.seats)
    dropped = _first_dropped(engine, record.events)
    hands = 0
    for number, event in enumerate(record.events):
        if with_legal:
            yield {"event": number, **legal_now(engine, state, record.seats)}
        try:
            if number == dropped:
                raise IllegalAct("taken-back", "events of a record", "Only a seat's last choice is recorded.")
            state = apply(engine, state, event)
        except IllegalAct as error:
            raise BadRecord(f"{_place(number, event)}: {error.rule}: {error.sentence}") from error
        finished = engine.completed_hands(state)
        for hand in finished[hands:]:
            hands += 1
            yield {"hand": hands, "points": list(hand.points), "totals": list(hand.totals)}
    yield _summary(record, state, points_of)


def legal_now(engine: Engine, state: Any, seats: int) -> dict[str, Json]:
    """`to_act` and `legal` of a state: acts that a record would not keep (taking back) are left out."""
    due = engine.due(state)
    acts = {str(seat): _acts(engine, engine.legal(state, seat), seat, seat in due) for seat in range(seats)}
    return {"to_act": sorted(due), "legal": {seat: entry for seat, entry in acts.items() if entry}}


def _acts(engine: Engine, legal: Legal, seat: Seat, due: bool) -> Json:
    if due and legal.choose:
        return {legal.verb: legal.choose, "of": list(legal.of)}
    kept = [act for act in legal.optional if engine.recorded([{"seat": seat, "act": act}])]
    return [*(legal.acts if due else ()), *kept]


def _summary(record: Record, state: Any, points_of: PointsOf) -> dict[str, Json]:
    engine = record.engine
    hands, result = engine.completed_hands(state), engine.result(state)
    scores = engine.leaving_basis(state, 0).scores
    totals = list(hands[-1].totals) if hands else [0] * len(scores)
    return {
        "events": len(record.events),
        **({"hands_completed": len(hands), "totals": totals} if engine.info.hands else {}),
        "over": result is not None,
        "places": list(result.places) if result else None,
        "result": list(points_of(result.places, result.sides)) if result else None,
    }


def check_extras(record: Record, summary: Mapping[str, Json]) -> None:
    """Compare the optional keys with what replay found. Raises BadRecord with the first that differs.

    `names` has a name for each seat; `result` holds any of `places`, `totals`, `points` (or is the list of
    points); it is compared once the game is over by its rules, since a game may also end by leaving.
    """
    names, table = record.extras.get("names"), record.extras.get("table")
    if names is not None and not _are_names(names, record.seats):
        raise BadRecord(f'"names" must be {record.seats} texts, one for each seat, not {shown(names)}.')
    if table is not None and not isinstance(table, dict):
        raise BadRecord(f'"table" is an object, not {shown(table)}.')
    claimed = record.extras.get("result")
    if claimed is not None:
        _check_result(claimed, summary)


def _are_names(names: Json, seats: int) -> bool:
    return isinstance(names, list) and len(names) == seats and all(isinstance(name, str) for name in names)


def _check_result(claimed: Json, summary: Mapping[str, Json]) -> None:
    if isinstance(claimed, list):
        claimed = {"points": claimed}
    if not isinstance(claimed, dict):
        raise BadRecord(f'"result" is an object or a list of points, not {shown(claimed)}.')
    found = {"places": summary["places"], "totals": summary.get("totals"), "points": summary["result"]}
    for key, value in found.items():
        if summary["over"] and claimed.get(key) is not None and claimed[key] != value:
            raise BadRecord(f'"result" says {key} {shown(claimed[key])}, but replay finds {shown(value)}.')


def _first_dropped(engine: Engine, events: Sequence[Json]) -> int:
    """The first event that a record would not hold, being taken back or changed later; −1 if none is."""
    sound = [number for number, event in enumerate(events) if _is_event(event)]
    kept = engine.recorded([events[number] for number in sound])
    differing = (
        number for number, event in zip(sound, [*kept, None], strict=False) if events[number] != event
    )
    return next(differing, -1)


def _is_event(event: Json) -> bool:
    if not isinstance(event, dict):
        return False
    return "chance" in event or (type(event.get("seat")) is int and isinstance(event.get("act"), str))


def _place(number: int, event: Json) -> str:
    if not isinstance(event, dict):
        return f"event {number}"
    if "chance" in event:
        return f"event {number}, {shown(event['chance'])}"
    return f"event {number}, seat {shown(event.get('seat'))}, act {shown(event.get('act'))}"
