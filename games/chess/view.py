"""What everybody may know of a game: all of it. Chess hides nothing; only `legal` is the viewer's own."""

from __future__ import annotations

from typing import Any

import chess

from games.api import Result, Seat
from games.chess.info import BLACK, ENDINGS, WHITE
from games.chess.play import legal
from games.chess.state import State, color_of, to_move

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
"""What pieces count when material is compared (spec: chess, Leaving)."""
FULL = {chess.PAWN: 8, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}
"""Pieces of a side at the start of a usual game."""


def due(state: State) -> frozenset[Seat]:
    """The side to move."""
    return frozenset() if state.end is not None else frozenset((to_move(state),))


def material(state: State) -> tuple[int, int]:
    """By seat, in pawns."""
    return _material(state.board, WHITE), _material(state.board, BLACK)


def _material(board: chess.Board, seat: Seat) -> int:
    color = color_of(seat)
    return sum(value * board.pieces_mask(kind, color).bit_count() for kind, value in VALUES.items())


def result(state: State) -> Result | None:
    """Win, draw or loss as places."""
    if state.end is None:
        return None
    winner = state.end.winner
    places = (1, 1) if winner is None else tuple(1 if seat == winner else 2 for seat in (WHITE, BLACK))
    return Result(places=places, sides=((WHITE,), (BLACK,)), reason=state.end.ending.value)


def view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """The game as JSON.

    `phase`: playing or over. `fen` is the position, `moves` (UCI) and `san` lead to it from `start` (FEN).
    `turn` is the seat to move; `check` the square of its king if attacked, else null; `last` the two squares
    of the last move, or null. `captured` are by seat the pieces that it has taken, as letters; `material` is
    by seat in pawns. `offer` is the seat whose offer of a draw stands, `can_claim` whether the seat to move
    may claim one. `result` has the places, the reason and its words, and the winner's seat (null: a draw).
    """
    board, end = state.board, result(state)
    own = None if viewer is None else legal(state, viewer)
    return {
        "phase": "playing" if end is None else "over",
        "hand_number": 1,
        "seats": 2,
        "due": sorted(due(state)),
        "legal": own.as_json() if own else None,
        "options": {"start": "" if state.start == chess.STARTING_FEN else state.start},
        "start": state.start,
        "fen": board.fen(),
        "turn": to_move(state),
        "last": [state.moves[-1][:2], state.moves[-1][2:4]] if state.moves else None,
        "check": chess.square_name(_king(board)) if board.is_check() else None,
        "moves": list(state.moves),
        "san": list(state.san),
        "captured": [_captured(state, BLACK), _captured(state, WHITE)],
        "material": list(material(state)),
        "offer": state.offer,
        "can_claim": state.claim and end is None,
        "result": end and _result(state, end),
    }


def _king(board: chess.Board) -> chess.Square:
    square = board.king(board.turn)
    assert square is not None, "a position without a king is no start position"
    return square


def _result(state: State, end: Result) -> dict[str, Any]:
    winner = state.end.winner if state.end else None
    return {"places": list(end.places), "reason": end.reason, "words": ENDINGS[end.reason], "winner": winner}


def _captured(state: State, seat: Seat) -> list[str]:
    """The pieces that this seat has lost, pawns first. A pawn that became a queen is missing as a pawn, not lost."""
    board, color = state.board, color_of(seat)
    start = FULL if state.start == chess.STARTING_FEN else _pieces(chess.Board(state.start), color)
    now = _pieces(board, color)
    promoted = sum(max(0, now[kind] - start[kind]) for kind in FULL if kind != chess.PAWN)
    lost = {kind: max(0, start[kind] - now[kind]) for kind in FULL}
    lost[chess.PAWN] = max(0, lost[chess.PAWN] - promoted)
    return [chess.Piece(kind, color).symbol() for kind, count in lost.items() for _ in range(count)]


def _pieces(board: chess.Board, color: chess.Color) -> dict[int, int]:
    return {kind: board.pieces_mask(kind, color).bit_count() for kind in FULL}
