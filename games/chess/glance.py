"""Choosing a move at first sight, without an engine: mate, then what captures and threats bring, one move deep."""

from __future__ import annotations

from random import Random

import chess

from games.chess.view import VALUES

KING_WORTH = 10
"""A king that captures risks more than any piece."""
MATE = 1_000


def by_worth(board: chess.Board, rng: Random) -> list[chess.Move]:
    """The legal moves, best first; equals in an order drawn from `rng`."""
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    rng.shuffle(moves)
    return sorted(moves, key=lambda move: -_worth(board, move))


def _worth(board: chess.Board, move: chess.Move) -> int:
    """Pawns won by the move itself, less the piece that goes where it can be captured for less."""
    kind = board.piece_type_at(move.from_square) or chess.PAWN
    gain = _captured(board, move) + (_value(move.promotion) - 1 if move.promotion else 0)
    own = _value(move.promotion or kind)
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        return MATE
    if after.is_stalemate() or after.is_insufficient_material():
        return -MATE
    return gain - _at_risk(after, move.to_square, own)


def _at_risk(after: chess.Board, square: chess.Square, own: int) -> int:
    """What the piece on `square` stands to lose there: all of it undefended, else what it is worth more."""
    takers = [_value(after.piece_type_at(taker)) for taker in after.attackers(after.turn, square)]
    if not takers:
        return 0
    return max(0, own - min(takers)) if after.attackers(not after.turn, square) else own


def _captured(board: chess.Board, move: chess.Move) -> int:
    return 1 if board.is_en_passant(move) else _value(board.piece_type_at(move.to_square))


def _value(kind: chess.PieceType | None) -> int:
    return 0 if kind is None else VALUES.get(kind, KING_WORTH)
