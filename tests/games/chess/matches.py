"""Games between computer players and random movers, to measure strength."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from games.api import Json
from games.registry import game
from games.selfplay import random_act

RANDOM = 0
MOST_PLIES = 300
"""A game that is not over by then counts as drawn."""


@dataclass(kw_only=True)
class Played:
    """One game; `seconds` are those of each decision, by seat."""

    state: Any
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def winner(self) -> int | None:
        return self.state.end.winner if self.state.end else None

    @property
    def moves(self) -> int:
        return (len(self.state.moves) + 1) // 2


def play(levels: tuple[int, int], seed: int, most: int) -> Played:
    """A game of White's level against Black's with `most` positions a move; level `RANDOM` moves at random."""
    chess = game("chess")
    engine, rng = chess.engine, Random(seed)
    played = Played(state=engine.new(_opening(rng), 2))
    while engine.result(played.state) is None and len(played.state.moves) < MOST_PLIES:
        (seat,) = engine.due(played.state)
        began = perf_counter()
        if levels[seat] == RANDOM:
            act = random_act(engine.legal(played.state, seat), rng)
        else:
            view = engine.view(played.state, seat)
            act = chess.bot(view, seat, levels[seat], min(most, chess.budgets[levels[seat]])).act
        played.seconds[seat].append(perf_counter() - began)
        played.state = engine.act(played.state, seat, act)
    return played


def _opening(rng: Random) -> dict[str, Json]:
    """A position after two random moves of each side: equal players would else play one game over and over."""
    engine = game("chess").engine
    state = engine.new({}, 2)
    for _ in range(4):
        (seat,) = engine.due(state)
        state = engine.act(state, seat, random_act(engine.legal(state, seat), rng))
    return engine.normalise({"start": state.board.fen()}, 2)
