"""The rules of a table in sentences."""

from __future__ import annotations

import chess

from games.api import Options


def sentences(options: Options) -> tuple[str, ...]:
    """What holds at this table."""
    return (_start(options), *_ALWAYS)


def _start(options: Options) -> str:
    if "start" not in options:
        return "The game starts from the usual position. White moves first."
    side = "White" if chess.Board(options["start"]).turn == chess.WHITE else "Black"
    return f"The game starts from a position of its own: {options['start']}. {side} moves first."


_ALWAYS = (
    "Who checkmates the opponent's king wins.",
    "A pawn that reaches the last rank becomes the piece that its player names.",
    "The game is drawn by stalemate, when neither side has enough pieces left to mate, when a position comes "
    "for the fifth time, or after 75 moves without a capture or a pawn's move.",
    "A draw may be claimed when a position comes for the third time, or after 50 moves without a capture or a "
    "pawn's move.",
    "A draw may be offered once on each move, on one's own turn and before moving; it stands until it is "
    "answered or the opponent moves.",
    "Resigning loses the game.",
)
