"""Black Lady behind the engine protocol (games.api.Engine): a thin front for the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.api import Basis, Chance, Event, HandScore, IllegalAct, Legal, Option, Options, Result, Seat, View
from games.black_lady import play
from games.black_lady.describe import sentences
from games.black_lady.info import INFO
from games.black_lady.legality import due
from games.black_lady.options import normalise, options
from games.black_lady.rules import NEVER, rules_of
from games.black_lady.state import Phase, State, check, dump, fresh, load, totals
from games.black_lady.view import legal, view

TIE_HANDS = 30
"""Hands allowed for in `max_acts` beyond those that must reach the target: ties at the end are played off."""


class BlackLady:
    """The rules of Black Lady in all rule sets; pure functions of `State`."""

    info = INFO

    def options(self, rule_set: str, seats: int) -> tuple[Option, ...]:
        return options(rule_set, seats)

    def normalise(self, raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return normalise(raw, seats)

    def describe(self, options: Options, seats: int) -> tuple[str, ...]:
        return sentences(rules_of(options, seats))

    def max_acts(self, options: Options, seats: int) -> int:
        """Each hand shares out at least the deck's points, so a target of t is reached within seats × t /
        points.
        """
        rules = rules_of(options, seats)
        hands = rules.hands if rules.hands < NEVER else seats * rules.target // rules.total + 1 + TIE_HANDS
        return hands * seats * (rules.hand_size + 1)

    def new(self, options: Options, seats: int) -> State:
        return fresh(rules_of(options, seats))

    def chance(self, state: State) -> Chance | None:
        if state.phase is not Phase.DEALING:
            return None
        rules = state.rules
        return Chance(kind="deal", items=rules.items, parts=(rules.hand_size,) * rules.seats)

    def resolve(self, state: State, event: Event) -> State:
        return play.deal(state, event)

    def due(self, state: State) -> frozenset[Seat]:
        return due(state)

    def legal(self, state: State, seat: Seat) -> Legal:
        return legal(state, seat)

    def act(self, state: State, seat: Seat, act: str) -> State:
        if not 0 <= seat < state.rules.seats:
            raise IllegalAct(
                "no-such-seat", "playing", f"There are seats 0 to {state.rules.seats - 1}, no seat {seat}."
            )
        return play.act(state, seat, act)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view(state, viewer)

    def moment(self, state: State) -> int:
        if state.hand is None:
            return 0
        return (state.hand_number - 1) * state.rules.hand_size + len(state.hand.tricks)

    def completed_hands(self, state: State) -> tuple[HandScore, ...]:
        return state.completed

    def leaving_basis(self, state: State, seat: Seat) -> Basis:
        return Basis(
            sides=tuple((s,) for s in range(state.rules.seats)),
            scores=tuple(-total for total in totals(state)),
            hands_completed=len(state.completed),
            one_hand=state.rules.hands == 1,
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
        return recorded(events)


def recorded(events: Sequence[Event]) -> list[Event]:
    """A log without the choices to pass that were taken back or made anew: each last one stays in place."""
    kept: list[Event | None] = []
    chosen: dict[Seat, int] = {}
    for event in events:
        verb = str(event.get("act", "")).partition(" ")[0]
        if "chance" in event:
            chosen.clear()
        elif verb in ("pass", "take-back"):
            earlier = chosen.pop(event["seat"], None)
            if earlier is not None:
                kept[earlier] = None
            if verb == "take-back":
                continue
            chosen[event["seat"]] = len(kept)
        kept.append(event)
    return [event for event in kept if event is not None]
