"""Any game at all, as Hypothesis likes it: the engine keeps to the library and to itself."""

from __future__ import annotations

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chess.state import State
from tests.games.chess.board import ENGINE, acts, start

STARTS = (
    "",
    "8/5P1k/5K2/8/8/8/8/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 90 60",
    "8/8/8/8/8/4k3/8/R3K2n w Q - 0 1",
)


def choices(state: State) -> list[tuple[int, str]]:
    """All acts of both seats but resigning; moves that go back where they came from first, so that positions repeat."""
    back = state.moves[-2][2:4] + state.moves[-2][:2] if len(state.moves) > 1 else ""
    found = [
        (seat, act)
        for seat in (0, 1)
        for legal in [ENGINE.legal(state, seat)]
        for act in (*legal.acts, *legal.optional)
        if act not in ("resign", "accept-draw", "claim-draw")
    ]
    return sorted(found, key=lambda choice: choice[1] != f"move {back}")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(STARTS), st.lists(st.integers(0, 60), max_size=60))
def test_any_game_agrees_with_the_library(fen: str, picks: list[int]) -> None:
    state = start(fen)
    for pick in picks:
        if state.end is not None:
            break
        open_to = choices(state)
        seat, act = open_to[pick % len(open_to)]
        state = ENGINE.act(state, seat, act)
        ENGINE.check(state)
        assert ENGINE.load(ENGINE.dump(state)) == state
        _agrees(state)


def _agrees(state: State) -> None:
    board = chess.Board(state.start)
    for move in state.moves:
        board.push_uci(move)
    outcome = board.outcome()
    assert (state.end is None) == (outcome is None)
    if outcome is None:
        seat = 0 if board.turn == chess.WHITE else 1
        assert ("claim-draw" in acts(state, seat)) == board.can_claim_draw()
        assert [act[5:] for act in ENGINE.legal(state, seat).acts if act.startswith("move ")] == sorted(
            move.uci() for move in board.legal_moves
        )
    elif state.end is not None:
        winner = None if outcome.winner is None else (0 if outcome.winner else 1)
        assert state.end.winner == winner
