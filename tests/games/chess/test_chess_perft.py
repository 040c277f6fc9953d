"""Legal moves counted to a depth, against tables that chess libraries test themselves with."""

from __future__ import annotations

import pytest

from games.chess.state import State
from tests.games.chess.board import ENGINE, start, turn

MOST = 100_000
TABLES = {
    "usual": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", (20, 400, 8_902)),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2_039, 97_862)),
    "position 3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2_812, 43_238)),
    "position 4": ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", (6, 264, 9_467)),
    "position 5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1_486, 62_379)),
    "position 6": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        (46, 2_079, 89_890),
    ),
    "under attack": ("r4br1/1k2p3/n1p2npp/Pp1Q1b2/8/2PPP1qP/P4P2/RNB1KB2 b Q -", (51, 1_687, 73_846)),
    "forced": ("r4br1/8/2Q2npp/Pkn1p3/8/2PPP1qP/4bP2/RNB1KB2 b Q -", (1, 18, 888, 16_244)),
    "few pieces": ("8/8/6b1/k3p2N/8/b1PB4/K6p/8 b - -", (21, 361, 8_211)),
    "new queen": ("1b2B3/8/1k6/4p3/5N2/2P5/K6p/8 b - -", (15, 302, 4_537, 84_303)),
    "bare bishops": ("3k4/8/2B5/2PN4/2K1pb2/8/8/8 w - -", (19, 250, 4_795, 54_526)),
}


def nodes(state: State, depth: int) -> int:
    """Lines of play of that many half-moves; a game that is over by the board has none."""
    acts = (
        [act for act in ENGINE.legal(state, turn(state)).acts if act.startswith("move ")]
        if state.end is None
        else []
    )
    if depth == 1:
        return len(acts)
    return sum(nodes(ENGINE.act(state, turn(state), act), depth - 1) for act in acts)


@pytest.mark.parametrize(
    ("fen", "depth", "count"),
    [
        pytest.param(fen, depth, count, id=f"{name}, {depth}")
        for name, (fen, counts) in TABLES.items()
        for depth, count in enumerate(counts, start=1)
        if count <= MOST
    ],
)
def test_legal_moves_agree_with_known_counts(fen: str, depth: int, count: int) -> None:
    assert nodes(start(fen + " 0 1"), depth) == count
