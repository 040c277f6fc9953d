"""Spades behind the engine protocol (games.api.Engine): a thin front for the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.api import Basis, Chance, Event, HandScore, Legal, Option, Options, Result, Seat, View
from games.cards import NAMES
from games.spades import play
from games.spades.info import INFO, SEATS, SIDES
from games.spades.legality import due, legal
from games.spades.options import normalise, options, sentences
from games.spades.state import HAND_SIZE, Phase, State, check, dump, load, totals
from games.spades.view import view

HANDS_TO_TARGET = 1000
"""Hands allowed for in `max_acts` of a game to a target; how many it takes has no strict bound."""


class Spades:
    """The rules of partnership Spades; pure functions of `State`."""

    info = INFO

    def options(self, rule_set: str, seats: int) -> tuple[Option, ...]:
        return options(rule_set, seats)

    def normalise(self, raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return normalise(raw, seats)

    def describe(self, options: Options, seats: int) -> tuple[str, ...]:
        return sentences(options["length"])

    def max_acts(self, options: Options, seats: int) -> int:
        return SEATS * (1 + HAND_SIZE) * int(options["length"].get("hands", HANDS_TO_TARGET))

    def new(self, options: Options, seats: int) -> State:
        ((unit, count),) = options["length"].items()
        return State(unit=unit, count=count)

    def chance(self, state: State) -> Chance | None:
        if state.phase is not Phase.DEALING:
            return None
        return Chance(kind="deal", items=NAMES, parts=(HAND_SIZE,) * SEATS)

    def resolve(self, state: State, event: Event) -> State:
        return play.deal(state, event)

    def due(self, state: State) -> frozenset[Seat]:
        return due(state)

    def legal(self, state: State, seat: Seat) -> Legal:
        return legal(state, seat)

    def act(self, state: State, seat: Seat, act: str) -> State:
        return play.act(state, seat, act)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view(state, viewer)

    def moment(self, state: State) -> int:
        return 0 if state.hand is None else (state.hand_number - 1) * HAND_SIZE + len(state.hand.tricks)

    def completed_hands(self, state: State) -> tuple[HandScore, ...]:
        return state.completed

    def leaving_basis(self, state: State, seat: Seat) -> Basis:
        """The sides by their totals (spec: portal, Leaving, partnerships)."""
        return Basis(
            sides=SIDES,
            scores=totals(state),
            hands_completed=len(state.completed),
            one_hand=(state.unit, state.count) == ("hands", 1),
        )

    def result(self, state: State) -> Result | None:
        return play.result(state)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, dumped: Mapping[str, Any]) -> State:
        return load(dumped)

    def check(self, state: State) -> None:
        check(state)

    def recorded(self, events: Sequence[Event]) -> list[Event]:
        """Every event: no choice of this game can be taken back."""
        return list(events)
