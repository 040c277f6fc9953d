"""The option form, and what a record holds of it: at most a position to start from."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any

import chess
import chess.pgn

from games.api import BadOptions, Choice, Json, Option
from games.wording import shown

SEATS = 2
LONGEST_FEN = 100
LONGEST_GAME = 20_000
"""Characters of a game in PGN."""
_START = Option(
    name="start",
    label="Start position",
    help="Empty for the usual one. A position as FEN, or a game as PGN: then play goes on from where it stands.",
    choices=(Choice(value="", label="The usual position"),),
    default="",
    test_only=True,
    free_text=True,
)
_FAULTS = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    chess.STATUS_BAD_CASTLING_RIGHTS: "castling is allowed where king or rook have left their squares",
    chess.STATUS_INVALID_EP_SQUARE: "the square for capturing in passing does not fit",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move stands in check",
}


def options(rule_set: str, seats: int) -> tuple[Option, ...]:
    """The form. Raises BadOptions for a rule set or number of seats that chess does not have."""
    _check_table(rule_set, seats)
    return (_START,)


def normalise(raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """`start` as FEN where it is not the usual position, else nothing. Raises BadOptions."""
    _check_table(raw.get("rule_set", ""), seats)
    for name in raw:
        if name not in ("rule_set", "start"):
            raise BadOptions(str(name), f"There is no option {shown(name)}. There is: start.")
    start = _position(raw.get("start", ""))
    return {} if start in ("", chess.STARTING_FEN) else {"start": start}


def _check_table(rule_set: Json, seats: Json) -> None:
    if rule_set != "":
        raise BadOptions("rule_set", f"Chess has no rule sets, so none called {shown(rule_set)}.")
    if type(seats) is not int or seats != SEATS:
        raise BadOptions("seats", f"Chess is for two players, not {shown(seats)}.")


def _position(text: Json) -> str:
    if not isinstance(text, str):
        raise BadOptions("start", f"The start position is a text in FEN, not {shown(text)}.")
    text = text.strip()
    if not text:
        return ""
    board = _of_game(text) if _is_game(text) else _of_fen(text)
    return _playable(board).fen(en_passant="fen")


def _is_game(text: str) -> bool:
    return text.startswith("[") or re.search(r"\b1\.", text) is not None


def _of_fen(text: str) -> chess.Board:
    if len(text) <= LONGEST_FEN:
        try:
            return chess.Board(text)
        except ValueError:
            pass
    raise BadOptions("start", f"{shown(text)} is no position in FEN. Leave it empty for the usual one.")


def _of_game(text: str) -> chess.Board:
    """Where a game in PGN stands after its last move."""
    if len(text) > LONGEST_GAME:
        raise BadOptions("start", f"A game in PGN may be {LONGEST_GAME:,} characters long.")
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None or game.errors:
        what = str(game.errors[0]) if game else "nothing"
        raise BadOptions("start", f"This game in PGN cannot be played: {shown(what)}.")
    if type(game.board()) is not chess.Board or game.board().chess960:
        raise BadOptions("start", "Only games of standard chess can be gone on with.")
    return game.end().board()


def _playable(board: chess.Board) -> chess.Board:
    """The position, if a game can go on from it."""
    status = board.status()
    if status:
        said = [words for fault, words in _FAULTS.items() if status & fault]
        raise BadOptions(
            "start", f"That position cannot come about: {', '.join(said) or 'the pieces do not fit'}."
        )
    if board.is_game_over():
        raise BadOptions("start", "In that position the game is over already. Choose an earlier one.")
    return board
