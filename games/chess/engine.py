"""Chess behind the engine protocol (games.api.Engine), on the rules of the `chess` library (spec: chess)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.api import Basis, Chance, Event, HandScore, IllegalAct, Legal, Option, Options, Result, Seat, View
from games.chess import play
from games.chess.describe import sentences
from games.chess.info import BLACK, INFO, WHITE
from games.chess.options import normalise, options
from games.chess.state import State, check, dump, fresh, load
from games.chess.view import due, material, result, view

PAWN_MOVES = 16 * 6
CAPTURES = 30
LONGEST_LULL = 150
"""Half-moves without a capture or a pawn's move after which the game ends."""
ACTS_A_PLY = 3
"""A move, an offer and its answer."""


class Chess:
    """Standard chess; pure functions of `State`."""

    info = INFO

    def options(self, rule_set: str, seats: int) -> tuple[Option, ...]:
        return options(rule_set, seats)

    def normalise(self, raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return normalise(raw, seats)

    def describe(self, options: Options, seats: int) -> tuple[str, ...]:
        return sentences(options)

    def max_acts(self, options: Options, seats: int) -> int:
        """A lull before and after each move that cannot be taken back, all of them as long as may be."""
        return ACTS_A_PLY * LONGEST_LULL * (PAWN_MOVES + CAPTURES + 1)

    def new(self, options: Options, seats: int) -> State:
        return fresh(options)

    def chance(self, state: State) -> Chance | None:
        return None

    def resolve(self, state: State, event: Event) -> State:
        raise IllegalAct("no-chance", "turns", "Nothing is left to chance in a game of chess. Move a piece.")

    def due(self, state: State) -> frozenset[Seat]:
        return due(state)

    def legal(self, state: State, seat: Seat) -> Legal:
        return play.legal(state, seat)

    def act(self, state: State, seat: Seat, act: str) -> State:
        return play.act(state, seat, act)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view(state, viewer)

    def moment(self, state: State) -> int:
        return len(state.moves)

    def completed_hands(self, state: State) -> tuple[HandScore, ...]:
        return ()

    def leaving_basis(self, state: State, seat: Seat) -> Basis:
        return Basis(sides=((WHITE,), (BLACK,)), scores=material(state), hands_completed=0, one_hand=True)

    def result(self, state: State) -> Result | None:
        return result(state)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, dumped: Mapping[str, Any]) -> State:
        return load(dumped)

    def check(self, state: State) -> None:
        check(state)

    def recorded(self, events: Sequence[Event]) -> list[Event]:
        return list(events)
