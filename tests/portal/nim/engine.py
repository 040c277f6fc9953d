"""The rules of Nim, as `games.api.Engine`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import (
    BadOptions,
    Basis,
    Chance,
    Event,
    GameInfo,
    HandScore,
    IllegalAct,
    Leaving,
    Legal,
    Option,
    Options,
    Result,
    RuleSet,
    Seat,
    View,
)

START = (3, 4, 5)
SEATS = 2
ACT = re.compile(r"take ([1-9]) from ([1-3])")
INFO = GameInfo(
    slug="nim",
    title="Nim",
    summary="Three heaps, two players: who takes the last counter wins.",
    leaving=Leaving.DUEL,
    hidden=False,
    rule_sets=(
        RuleSet(
            slug="", title="Standard", summary="Heaps of 3, 4 and 5.", seats=(SEATS,), default_seats=SEATS
        ),
    ),
    hands=False,
    seat_names=("First", "Second"),
    endings={"last": "The last counter is taken."},
    reasons={"even": "It leaves heaps that balance.", "one": "No move balances the heaps: it takes one."},
)


@dataclass(frozen=True, slots=True)
class State:
    """The heaps, and how many moves led to them; seat 0 moves first."""

    heaps: tuple[int, ...] = START
    moves: int = 0

    @property
    def turn(self) -> Seat:
        return self.moves % SEATS


class Nim:
    """Pure functions of `State`."""

    info = INFO

    def options(self, rule_set: str, seats: int) -> tuple[Option, ...]:
        return ()

    def normalise(self, raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
        if seats != SEATS:
            raise BadOptions("seats", "Nim is for two players.")
        if raw.get("rule_set"):
            raise BadOptions("rule_set", "Nim has no rule sets.")
        for name in raw.keys() - {"rule_set"}:
            raise BadOptions(name, "Nim has no options.")
        return {}

    def describe(self, options: Options, seats: int) -> tuple[str, ...]:
        return ("The heaps hold 3, 4 and 5 counters.", "Who takes the last counter wins.")

    def max_acts(self, options: Options, seats: int) -> int:
        return sum(START)

    def new(self, options: Options, seats: int) -> State:
        return State()

    def chance(self, state: State) -> Chance | None:
        return None

    def resolve(self, state: State, event: Event) -> State:
        raise IllegalAct("no-chance", "Moves", "Nothing is left to chance in Nim. Take counters.")

    def due(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if any(state.heaps) else frozenset()

    def legal(self, state: State, seat: Seat) -> Legal:
        if seat not in self.due(state):
            return Legal()
        acts = [
            f"take {n} from {heap}" for heap, held in enumerate(state.heaps, 1) for n in range(1, held + 1)
        ]
        return Legal(acts=tuple(acts))

    def act(self, state: State, seat: Seat, act: str) -> State:
        if seat not in self.due(state):
            raise IllegalAct("not-your-turn", "Moves", "It is not your turn. Wait for the other player.")
        told = ACT.fullmatch(act)
        if told is None:
            raise IllegalAct("no-move", "Moves", "That is no move of Nim. Say for example: take 2 from 3.")
        taken, heap = int(told[1]), int(told[2]) - 1
        if taken > state.heaps[heap]:
            raise IllegalAct("too-many", "Moves", f"Heap {heap + 1} holds {state.heaps[heap]}. Take no more.")
        left = tuple(held - taken * (heap == number) for number, held in enumerate(state.heaps))
        return State(heaps=left, moves=state.moves + 1)

    def view(self, state: State, viewer: Seat | None) -> View:
        """`heaps`: the counters in each."""
        legal = Legal() if viewer is None else self.legal(state, viewer)
        return {
            "phase": "playing" if any(state.heaps) else "over",
            "hand_number": 1,
            "due": sorted(self.due(state)),
            "legal": legal.as_json() if legal else None,
            "options": {},
            "heaps": list(state.heaps),
        }

    def moment(self, state: State) -> int:
        return state.moves

    def completed_hands(self, state: State) -> tuple[HandScore, ...]:
        return ()

    def leaving_basis(self, state: State, seat: Seat) -> Basis:
        return Basis(sides=((0,), (1,)), scores=(0, 0), hands_completed=0, one_hand=True)

    def result(self, state: State) -> Result | None:
        if any(state.heaps):
            return None
        places = (2, 1) if state.turn == 0 else (1, 2)
        return Result(places=places, sides=((0,), (1,)), reason="last")

    def dump(self, state: State) -> dict[str, Any]:
        return {"v": 1, "heaps": list(state.heaps), "moves": state.moves}

    def load(self, dumped: Mapping[str, Any]) -> State:
        return State(heaps=tuple(dumped["heaps"]), moves=dumped["moves"])

    def check(self, state: State) -> None:
        assert all(0 <= held <= full for held, full in zip(state.heaps, START, strict=True))

    def recorded(self, events: Sequence[Event]) -> list[Event]:
        return list(events)
