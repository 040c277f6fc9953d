"""Games of chess from short text."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import IllegalAct
from games.chess.state import State
from games.registry import game

ENGINE = game("chess").engine


def start(fen: str = "") -> State:
    """A game from the usual position, or from this one."""
    state: State = ENGINE.new(ENGINE.normalise({"start": fen}, 2), 2)
    return state


def moved(state: State, moves: str) -> State:
    """The state after these moves in UCI, each by the side whose turn it is."""
    for move in moves.split():
        state = ENGINE.act(state, turn(state), f"move {move}")
    return state


def turn(state: State) -> int:
    (seat,) = ENGINE.due(state)
    return int(seat)


def acts(state: State, seat: int) -> set[str]:
    """All that the seat may do, moves left out."""
    legal = ENGINE.legal(state, seat)
    return {act for act in (*legal.acts, *legal.optional) if not act.startswith("move ")}


def refused(state: State, seat: int, act: str) -> IllegalAct:
    with pytest.raises(IllegalAct) as caught:
        ENGINE.act(state, seat, act)
    return caught.value


def ending(state: State) -> tuple[str, tuple[int, ...]] | None:
    """How the game ended and the places, White first."""
    result: Any = ENGINE.result(state)
    return result and (result.reason, result.places)
