"""The state of a game of chess, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import chess

from games.api import Options, Seat
from games.chess.info import BLACK, WHITE

DUMP_VERSION = 1
FIFTY_MOVES = 99
"""Half-moves without capture or pawn move from which the next one may give a claim, or the count itself does."""
REPEATABLE = 7
"""Half-moves after which the next one can bring a position for the third time: no sooner."""


class Ending(StrEnum):
    """How a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    MATERIAL = "insufficient-material"
    FIVEFOLD = "fivefold-repetition"
    SEVENTY_FIVE = "seventy-five-moves"
    AGREED = "draw-agreed"
    CLAIMED = "draw-claimed"
    RESIGNED = "resigned"


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """`winner` None is a draw."""

    ending: Ending
    winner: Seat | None


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A game. `start` and `moves` are its truth; `board`, `legal` and `claim` follow from them.

    The board holds its whole stack of moves, for repetitions; nobody changes it, an act works on a copy.
    """

    start: str
    """FEN."""
    moves: tuple[str, ...]
    """UCI."""
    san: tuple[str, ...]
    offer: Seat | None
    """Whose offer of a draw stands."""
    has_offered: bool
    """Whether the side to move has offered a draw on this turn."""
    end: End | None
    board: chess.Board = field(compare=False, repr=False)
    legal: tuple[str, ...] = field(compare=False, repr=False)
    """Legal moves in UCI, sorted; also those of a game that ended otherwise than by the position."""
    claim: bool = field(compare=False, repr=False)
    """Whether the side to move may claim a draw."""


def fresh(options: Options) -> State:
    """A game before its first move."""
    start = str(options.get("start") or chess.STARTING_FEN)
    return stand(chess.Board(start), start=start)


def stand(
    board: chess.Board,
    *,
    start: str,
    moves: tuple[str, ...] = (),
    san: tuple[str, ...] = (),
    offer: Seat | None = None,
) -> State:
    """The state in which `board` has come about by the last of these moves."""
    legal = tuple(sorted(move.uci() for move in board.legal_moves))
    return State(
        start=start,
        moves=moves,
        san=san,
        offer=offer,
        has_offered=False,
        end=end_of(board, legal),
        board=board,
        legal=legal,
        claim=can_claim(board),
    )


def end_of(board: chess.Board, legal: tuple[str, ...]) -> End | None:
    """How the position ends the game, mate before all else (spec: chess, Ends by itself)."""
    if not legal:
        if board.is_check():
            return End(ending=Ending.CHECKMATE, winner=seat_of(not board.turn))
        return End(ending=Ending.STALEMATE, winner=None)
    if board.is_insufficient_material():
        return End(ending=Ending.MATERIAL, winner=None)
    if board.is_fivefold_repetition():
        return End(ending=Ending.FIVEFOLD, winner=None)
    if board.is_seventyfive_moves():
        return End(ending=Ending.SEVENTY_FIVE, winner=None)
    return None


def can_claim(board: chess.Board) -> bool:
    """`board.can_claim_draw()`, which is slow, asked only where it can be so."""
    plies = min(board.halfmove_clock, len(board.move_stack))
    return (plies >= REPEATABLE or board.halfmove_clock >= FIFTY_MOVES) and board.can_claim_draw()


def seat_of(color: chess.Color) -> Seat:
    return WHITE if color == chess.WHITE else BLACK


def color_of(seat: Seat) -> chess.Color:
    return chess.WHITE if seat == WHITE else chess.BLACK


def to_move(state: State) -> Seat:
    """The seat whose turn it is, or was when the game ended."""
    return seat_of(state.board.turn)


def played(start: str, moves: tuple[str, ...]) -> chess.Board:
    """The board after legal moves (not checked), with its stack."""
    board = chess.Board(start)
    for move in moves:
        board.push(chess.Move.from_uci(move))
    return board


def dump(state: State) -> dict[str, Any]:
    """The state as JSON: what happened, from which the rest follows."""
    return {
        "v": DUMP_VERSION,
        "start": state.start,
        "moves": list(state.moves),
        "san": list(state.san),
        "offer": state.offer,
        "has_offered": state.has_offered,
        "end": state.end and {"ending": state.end.ending.value, "winner": state.end.winner},
    }


def load(dumped: Mapping[str, Any]) -> State:
    """The state of a dump. Raises ValueError for a version that this engine does not know."""
    if dumped.get("v") != DUMP_VERSION:
        raise ValueError(f"Chess reads dumps of version {DUMP_VERSION}, not {dumped.get('v')!r}.")
    moves, end = tuple(dumped["moves"]), dumped["end"]
    board = played(dumped["start"], moves)
    return State(
        start=dumped["start"],
        moves=moves,
        san=tuple(dumped["san"]),
        offer=dumped["offer"],
        has_offered=dumped["has_offered"],
        end=end and End(ending=Ending(end["ending"]), winner=end["winner"]),
        board=board,
        legal=tuple(sorted(move.uci() for move in board.legal_moves)),
        claim=can_claim(board),
    )


def check(state: State) -> None:
    """The board is that of the moves; an offer stands only in a game that goes on; every end has its reason."""
    board = state.board
    _require(board.root().fen(en_passant="fen") == state.start, "the board does not come from the start")
    _require([move.uci() for move in board.move_stack] == list(state.moves), "the board has other moves")
    if state.moves:
        before = board.copy(stack=1)
        move = before.pop()
        _require(before.san(move) == state.san[-1], f"{move} is not written {state.san[-1]}")
    _require(len(state.san) == len(state.moves), "there is not one notation for each move")
    _require(board.can_claim_draw() == state.claim, "the claim is not the library's")
    _require(board.outcome() is None or state.end is not None, "the position ends the game, yet it goes on")
    _require(state.end is None or state.offer is None, "an offer stands in a game that is over")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)
