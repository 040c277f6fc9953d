"""Why a move cannot be made, in plain words."""

from __future__ import annotations

import re

import chess

from games.api import IllegalAct
from games.wording import shown

_FORM = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


def move_refusal(board: chess.Board, text: str) -> IllegalAct:
    """The refusal of a move that is not among the legal ones; `text` may be anything."""
    if not _FORM.fullmatch(text) or text[:2] == text[2:4]:
        sentence = f"{shown(text)} is no move. Write the two squares, as in e2e4, or e7e8q to become a queen."
        return IllegalAct("no-such-move", "how pieces move", sentence)
    move = chess.Move.from_uci(text)
    piece, start = board.piece_at(move.from_square), text[:2]
    if piece is None:
        return IllegalAct(
            "empty-square", "how pieces move", f"There is no piece on {start}. Move one of yours."
        )
    if piece.color != board.turn:
        sentence = f"The {_name(piece)} on {start} is your opponent's. Move one of yours."
        return IllegalAct("not-your-piece", "how pieces move", sentence)
    return _pawn_refusal(board, move) or _king_refusal(board, move) or _way_refusal(board, move, piece)


def _pawn_refusal(board: chess.Board, move: chess.Move) -> IllegalAct | None:
    """The piece that a pawn becomes is missing, or named where it becomes none (scenario CHS-03)."""
    squares = chess.square_name(move.from_square) + chess.square_name(move.to_square)
    if move.promotion is None and chess.Move.from_uci(squares + "q") in board.legal_moves:
        sentence = (
            "This pawn reaches the last rank: say which piece it becomes. "
            f"Write {squares}q for a queen, or r, b, n for rook, bishop, knight."
        )
        return IllegalAct("piece-wanted", "promotion", sentence)
    if move.promotion is not None and chess.Move.from_uci(squares) in board.legal_moves:
        sentence = f"Only a pawn that reaches the last rank becomes another piece. Write {squares}."
        return IllegalAct("no-promotion", "promotion", sentence)
    return None


def _king_refusal(board: chess.Board, move: chess.Move) -> IllegalAct | None:
    """The own king would stand in check."""
    if not board.is_pseudo_legal(move) or board.is_castling(move):
        return None
    if board.is_check():
        sentence = "You are in check, and this move leaves you there. Move the king, capture or block."
    elif board.piece_type_at(move.from_square) == chess.KING:
        sentence = (
            f"The king would stand in check on {chess.square_name(move.to_square)}. Choose another square."
        )
    else:
        sentence = "That move would leave your king in check. Choose another move."
    return IllegalAct("king-in-check", "check", sentence)


def _way_refusal(board: chess.Board, move: chess.Move, piece: chess.Piece) -> IllegalAct:
    if piece.piece_type == chess.KING and _is_two_files(move):
        return IllegalAct("no-castling", "castling", _castling_sentence(board, move))
    other = board.piece_at(move.to_square)
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if other is not None and other.color == board.turn:
        sentence = f"Your own {_name(other)} stands on {end}. Choose another square."
    else:
        sentence = f"The {_name(piece)} on {start} cannot go to {end}. Choose another square or piece."
    return IllegalAct("not-its-way", "how pieces move", sentence)


def _is_two_files(move: chess.Move) -> bool:
    """A king's move as castling is written: e1g1."""
    home = move.from_square in (chess.E1, chess.E8)
    return home and move.to_square - move.from_square in (2, -2)


def _castling_sentence(board: chess.Board, move: chess.Move) -> str:
    right = move.to_square > move.from_square
    has_right = board.has_kingside_castling_rights if right else board.has_queenside_castling_rights
    if not has_right(board.turn):
        return "You cannot castle on this side: the king or that rook has moved. Choose another move."
    if board.is_check():
        return "You cannot castle out of check. Choose another move."
    rook = chess.square(7 if right else 0, chess.square_rank(move.from_square))
    if chess.between(move.from_square, rook) & board.occupied:
        return "You cannot castle while a piece stands between king and rook. Choose another move."
    return "You cannot castle: the king would cross or reach a square that is attacked. Choose another move."


def _name(piece: chess.Piece) -> str:
    return chess.piece_name(piece.piece_type)
