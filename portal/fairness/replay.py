"""A finished game as the documents that the table's page would show at each step, from every seat's side.

`document` gives one JSON object: `start` and `steps`, each as `{"all": {…}, "more": {…}, "seats": [{…}, …]}`, hold
what changes in the views of the engine (`all`: alike for every seat; `more`: what lists got at their end), so that a
whole game is small; a step also has `text`, what happened in words, and `note` where a hand or the game ended with
it. `hands` are the steps at which cards were dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import Engine, Event, IllegalAct, Json
from games.record import BadRecord, Record, apply
from portal.fairness.wording import (
    act_in_words,
    end_in_words,
    hand_in_words,
    taken_in_words,
)

UNSEEN = ("legal", "why", "card_points")
"""Entries of a view that a game which is over has no use for."""
_MISSING = object()


@dataclass(frozen=True, kw_only=True)
class Step:
    """The game after one event: its views by seat, what happened, and what came of it ("" for nothing)."""

    views: Sequence[Mapping[str, Json]]
    text: str
    note: str
    moment: int
    is_deal: bool

    @property
    def phase(self) -> str:
        """The game's own word, as passing or playing."""
        return str(self.views[0]["phase"])


def steps(record: Record, names: Sequence[str]) -> Iterator[Step]:
    """First the game before anything happened, then one step for each event. Raises BadRecord."""
    engine = record.engine
    state = engine.new(record.options, record.seats)
    yield _step(engine, state, record.seats, "Before the first event.")
    for number, event in enumerate(record.events):
        before = state
        try:
            state = apply(engine, before, event)
        except IllegalAct as illegal:
            raise BadRecord(
                f"The game cannot be shown from event {number} on: {illegal.sentence}"
            ) from illegal
        text = _text(engine, before, state, event, names)
        note = _note(engine, before, state, names)
        yield _step(engine, state, record.seats, text, note, is_deal="chance" in event)


def _text(engine: Engine, before: Any, state: Any, event: Event, names: Sequence[str]) -> str:
    if "chance" in event:
        return f"Hand {len(engine.completed_hands(state)) + 1} is dealt."
    name, act = names[event["seat"]], event["act"]
    if engine.moment(state) == engine.moment(before):
        return act_in_words(name, act)
    view = engine.view(state, None)
    if act.startswith("move ") and view.get("san"):
        return f"{name} played {view['san'][-1]}."
    return f"{act_in_words(name, act)} {taken_in_words(view, names)}".rstrip()


def _note(engine: Engine, before: Any, state: Any, names: Sequence[str]) -> str:
    """What came of it: the points of a hand, the end of the game."""
    done, notes = engine.completed_hands(state), []
    if len(done) > len(engine.completed_hands(before)):
        notes.append(hand_in_words(len(done), done[-1], engine.leaving_basis(state, 0).sides, names))
    if result := engine.result(state):
        notes.append(end_in_words(result, names))
    return " ".join(notes)


def _step(
    engine: Engine, state: Any, seats: int, text: str, note: str = "", *, is_deal: bool = False
) -> Step:
    views = [_seen(engine.view(state, seat)) for seat in range(seats)]
    return Step(views=views, text=text, note=note, moment=engine.moment(state), is_deal=is_deal)


def _seen(view: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in view.items() if key not in UNSEEN} | {"legal": None, "why": {}}


def document(record: Record, names: Sequence[str]) -> dict[str, Json]:
    """The whole replay as JSON (see above). Raises BadRecord."""
    told, deals = [], []
    before: Sequence[Mapping[str, Json]] = [{}] * record.seats
    for number, step in enumerate(steps(record, names)):
        told.append({"text": step.text, "note": step.note, **_changes(before, step.views)})
        deals += [number] if step.is_deal else []
        before = step.views
    return {"start": told[0], "steps": told[1:], "hands": deals}


def _changes(before: Sequence[Mapping[str, Json]], now: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """What differs in each seat's view; under `all` what differs alike, under `more` how lists grew alike."""
    own = [
        {key: new for key, new in view.items() if was.get(key, _MISSING) != new}
        for was, view in zip(before, now, strict=True)
    ]
    alike = {key: new for key, new in own[0].items() if all(o.get(key, _MISSING) == new for o in own)}
    more = {
        key: new[len(before[0][key]) :]
        for key, new in alike.items()
        if all(_grew(was.get(key), new) for was in before)
    }
    return {
        "all": {key: new for key, new in alike.items() if key not in more},
        "more": more,
        "seats": [{key: new for key, new in o.items() if key not in alike} for o in own],
    }


def _grew(was: Json, new: Json) -> bool:
    """Whether a list only got longer."""
    return (
        isinstance(was, list) and isinstance(new, list) and 0 < len(was) < len(new) and new[: len(was)] == was
    )
