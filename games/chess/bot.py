"""Computer players of chess: a UCI engine that looks at as many positions as the budget says (spec: chess, bots)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from random import Random

import chess

from games.api import BotChoice, Reason, Seat, View
from games.chess.glance import by_worth
from games.chess.play import ACCEPT, CLAIM, DECLINE
from games.chess.process import DECIDED_CP, Found, NoAnswer, Question, Supervisor
from games.chess.state import color_of, played

BUDGETS = {1: 60, 2: 600, 3: 4_000}
"""Positions that are looked at for a move, by level."""
PATIENCE_S = {1: 2.0, 2: 2.0, 3: 0.6}
"""A net for a machine that is too busy. The first two levels need a hundredth and a tenth of it, so that their choice
hangs on positions alone; the third answers in time with what it has found.
"""
SECOND_ONE_IN = 4
"""A beginner plays its second choice about once in so many moves."""
SECOND_AMONG = 5
"""Where the engine names one move only, a beginner looks for the second best among so many others."""
LEVEL_CP = 50
"""Within half a pawn the sides stand level."""
STRENGTH = {
    1: (("Skill Level", 0),),
    2: (("Skill Level", 8),),
    3: (("Skill Level", 20),),
}
"""Options of engines that have them, by level."""
ENGINE = Supervisor()
"""The engine of this process."""
log = logging.getLogger(__name__)


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """An act of a seat that is due or asked. Chance is seeded from the view; `budget` 0 needs no engine."""
    board = played(view["start"], tuple(view["moves"]))
    rng = Random(f"{seat} {view['start']} {' '.join(view['moves'])}")  # noqa: S311 - play, not secrets
    try:
        found = _found(board, level, budget) if budget else None
    except NoAnswer as failed:
        log.warning("chess_engine_failed: %s", failed)
        return _without(view, board, rng, "no-engine")
    if found is None:
        return _without(view, board, rng, "quick")
    if not view["legal"]["acts"]:
        return _answer(view, seat, board, found)
    return _draw(view, found) or _move(board, found, level, budget, rng)


def warm() -> None:
    """Starts the engine, so that the first move of this process takes no longer than others."""
    try:
        ENGINE.ask(chess.Board(), Question(nodes=1, patience_s=PATIENCE_S[1]))
    except NoAnswer as failed:
        log.warning("chess_engine_failed: %s", failed)


def _found(board: chess.Board, level: int, budget: int) -> Found:
    lines = 2 if level == 1 else 1
    asked = Question(nodes=budget, options=STRENGTH[level], lines=lines, patience_s=PATIENCE_S[level])
    return ENGINE.ask(board, asked)


def _without(view: View, board: chess.Board, rng: Random, code: str) -> BotChoice:
    """What is played without an engine; an offered draw is then declined."""
    if not view["legal"]["acts"]:
        return BotChoice(act=DECLINE, reason=Reason(code="decline-unsure"))
    return _played(board, by_worth(board, rng)[0], code)


def _answer(view: View, seat: Seat, board: chess.Board, found: Found) -> BotChoice:
    """To an offer, while the other side is to move (spec: chess, a computer answers at once)."""
    own = found.centipawns if board.turn == color_of(seat) else -found.centipawns
    if own <= 0:
        return BotChoice(act=ACCEPT, reason=Reason(code="accept"))
    return BotChoice(act=DECLINE, reason=Reason(code="decline"))


def _draw(view: View, found: Found) -> BotChoice | None:
    """A draw that can be had now, where the engine sees no advantage; to move declines an offer."""
    if found.centipawns > 0:
        return None
    if ACCEPT in view["legal"]["optional"]:
        return BotChoice(act=ACCEPT, reason=Reason(code="accept"))
    if CLAIM in view["legal"]["acts"]:
        return BotChoice(act=CLAIM, reason=Reason(code="claim"))
    return None


def _move(board: chess.Board, found: Found, level: int, budget: int, rng: Random) -> BotChoice:
    best = found.moves[0]
    if board.legal_moves.count() == 1:
        return _played(board, best, "only")
    if level == 1 and rng.randrange(SECOND_ONE_IN) == 0:
        return _played(board, _second(board, found, budget, rng), "second")
    return _judged(board, best, found.centipawns)


def _second(board: chess.Board, found: Found, budget: int, rng: Random) -> chess.Move:
    """The engine's second move; of an engine that names only one, the best of what looks best beside it."""
    if len(found.moves) > 1:
        return found.moves[1]
    others = [move for move in by_worth(board, rng) if move != found.moves[0]][:SECOND_AMONG]
    return max(others, key=lambda move: _worth_after(board, move, budget))


def _worth_after(board: chess.Board, move: chess.Move, budget: int) -> int:
    """Centipawns for the side that makes the move."""
    after = board.copy()
    after.push(move)
    if after.is_game_over():
        return DECIDED_CP if after.is_checkmate() else 0
    try:
        return -ENGINE.ask(after, Question(nodes=budget, patience_s=PATIENCE_S[1])).centipawns
    except NoAnswer as failed:
        log.warning("chess_engine_failed: %s", failed)
        return 0


def _judged(board: chess.Board, move: chess.Move, centipawns: int) -> BotChoice:
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        return _played(board, move, "mate")
    if abs(centipawns) >= DECIDED_CP:
        return _played(board, move, "winning" if centipawns > 0 else "losing")
    pawns = {"pawns": f"{abs(centipawns) / 100:.1f}"}
    if abs(centipawns) < LEVEL_CP:
        return _played(board, move, "level")
    return _played(board, move, "ahead" if centipawns > 0 else "behind", pawns)


def _played(
    board: chess.Board, move: chess.Move, code: str, more: Mapping[str, str] | None = None
) -> BotChoice:
    data = {"move": board.san(move), **(more or {})}
    return BotChoice(act=f"move {move.uci()}", reason=Reason(code=code, data=data))
