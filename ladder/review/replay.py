"""The game of a case up to the moment of leaving, step by step, in words.

It knows no game: it shows what `Engine.view` lets a viewer know. While the game runs that is the leaver alone, and
of what others did only that they did something; after its end everybody's view is shown (spec: portal, Review).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import IllegalAct, Seat, View
from games.record import BadRecord, Record, apply, parse

_CARD = re.compile(r"\b([2-9TJQKA])([CDHS])\b")
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_PAGE_ONLY = ("options", "legal", "seats")
_SEATS = ("due", "seat", "leader", "winner", "dealer", "to", "from", "queen_seat")
"""Entries of a view whose value is a seat, or several."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One entry of a view: its name, and its value in words, as one text or as lines."""

    name: str
    value: str | list[str]

    @property
    def is_lines(self) -> bool:
        return isinstance(self.value, list)


@dataclass(frozen=True, kw_only=True)
class Board:
    """The game after `step` of its `last` events.

    `event` says what that step was. `shared` is what everybody could see, `seats` a table of it by seat, `own` what
    only the viewers knew, by the name of their seat. `hands` are the steps at which cards were dealt.
    """

    step: int
    last: int
    event: str
    shared: Sequence[Fact]
    head: Sequence[str]
    seats: Sequence[tuple[str, Sequence[str]]]
    own: Sequence[tuple[str, Sequence[Fact]]]
    hands: Sequence[int]


def board(
    recorded: Mapping[str, Any], names: Mapping[Seat, str], viewers: Sequence[Seat] | None, step: int | None
) -> Board:
    """The board after `step` events, after all of them for None. `viewers` None: everybody, all open.

    Raises BadRecord where the record cannot be played.
    """
    record = parse(recorded)
    last = len(record.events)
    step = last if step is None else min(max(step, 0), last)
    try:
        state = _state(record, step)
    except IllegalAct as illegal:
        raise BadRecord(f"The record cannot be played up to event {step}: {illegal.sentence}") from illegal
    named = {seat: names.get(seat, f"Seat {seat + 1}") for seat in range(record.seats)}
    shared = record.engine.view(state, None)
    columns = {key: value for key, value in shared.items() if _is_by_seat(value, record.seats)}
    shown = range(record.seats) if viewers is None else viewers
    return Board(
        step=step,
        last=last,
        event=_event(record, step, named, viewers),
        shared=list(_facts({key: shared[key] for key in shared if key not in columns}, named)),
        head=[_title(key) for key in columns],
        seats=[(named[seat], [_text(column[seat], named) for column in columns.values()]) for seat in named],
        own=[(named[seat], list(_facts(_own(record, state, seat, shared), named))) for seat in shown],
        hands=[number for number, event in enumerate(record.events, start=1) if "chance" in event],
    )


def _state(record: Record, step: int) -> Any:
    state = record.engine.new(record.options, record.seats)
    for event in record.events[:step]:
        state = apply(record.engine, state, event)
    return state


def _own(record: Record, state: Any, seat: Seat, shared: View) -> View:
    """What this seat knows and a spectator does not."""
    view = record.engine.view(state, seat)
    return {key: value for key, value in view.items() if shared.get(key) != value}


def _event(record: Record, step: int, names: Mapping[Seat, str], viewers: Sequence[Seat] | None) -> str:
    if step == 0:
        return "Before the first event."
    event = record.events[step - 1]
    if "chance" in event:
        return f"{_title(str(event['chance']))}."
    if viewers is not None and event["seat"] not in viewers:
        return f"{names[event['seat']]} acted."
    return f"{names[event['seat']]}: {with_suits(event['act'])}."


def _is_by_seat(value: Any, seats: int) -> bool:
    """Whether it has a number or a list for each seat: then it is a column of the table."""
    return isinstance(value, list) and len(value) == seats and all(isinstance(x, int | list) for x in value)


def _facts(view: View, names: Mapping[Seat, str]) -> Iterator[Fact]:
    for key, value in view.items():
        if key in _PAGE_ONLY or value in (None, "", [], {}) or _is_by_card(value):
            continue
        if seated := _seated(key, value, names):
            yield Fact(name=_title(key), value=seated)
        elif isinstance(value, list) and all(isinstance(one, dict) for one in value):
            yield Fact(name=_title(key), value=[_text(one, names) for one in value])
        else:
            yield Fact(name=_title(key), value=_text(value, names))


def _seated(key: str, value: Any, names: Mapping[Seat, str]) -> str:
    """The names of the seats that this entry tells, "" where it tells something else."""
    seats = value if isinstance(value, list) else [value]
    is_told = key in _SEATS and all(isinstance(seat, int) and seat in names for seat in seats)
    return ", ".join(names[seat] for seat in seats) if is_told else ""


def _is_by_card(value: Any) -> bool:
    """Whether it looks something up by card: made for pages, and the same all the time."""
    return isinstance(value, dict) and all(_CARD.fullmatch(key) for key in value)


def _text(value: Any, names: Mapping[Seat, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return _dict_text(value, names)
    if isinstance(value, list):
        return ("; " if any(isinstance(x, dict) for x in value) else " ").join(_text(x, names) for x in value)
    return "–" if value is None else with_suits(str(value))


def _dict_text(value: Mapping[str, Any], names: Mapping[Seat, str]) -> str:
    """A seat with one thing as "Ann Q♠"; else each entry by its name."""
    if len(value) == 2 and isinstance(value.get("seat"), int):
        (other,) = (one for key, one in value.items() if key != "seat")
        return f"{names[value['seat']]} {_text(other, names)}"
    return ", ".join(
        f"{_title(key).lower()}: {_seated(key, one, names) or _text(one, names)}"
        for key, one in value.items()
        if one not in (None, [], {})
    )


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def with_suits(text: str) -> str:
    """Cards in a text by their signs: "play TC" becomes "play 10♣"."""
    return _CARD.sub(lambda card: card[1].replace("T", "10") + _SUITS[card[2]], text)
