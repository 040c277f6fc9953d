"""What cannot be done is refused in plain words."""

from __future__ import annotations

import pytest

from games.api import BadOptions
from tests.games.chess.board import ENGINE, moved, refused, start

CASTLED_AWAY = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"
THROUGH_CHECK = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"
IN_CHECK = "k3r3/8/8/8/8/8/8/4K2R w K - 0 1"
PINNED = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "act", "code", "said"),
    [
        ("", "move e2e5", "not-its-way", "The pawn on e2 cannot go to e5"),
        ("", "move e4e5", "empty-square", "no piece on e4"),
        ("", "move e7e5", "not-your-piece", "your opponent's"),
        ("", "move d1d2", "not-its-way", "Your own pawn stands on d2"),
        ("", "move e1g1", "no-castling", "stands between"),
        ("", "move e2e4q", "no-promotion", "Write e2e4."),
        ("", "move e2", "no-such-move", "the two squares"),
        ("", "move e2e2", "no-such-move", "the two squares"),
        ("", "move e9e4", "no-such-move", "the two squares"),
        ("", "move e7e8k", "no-such-move", "the two squares"),
        ("", "e2e4", "no-such-act", "move e2e4"),
        ("", "resign now", "no-such-act", "no act of chess"),
        ("", "move", "no-such-act", "no act of chess"),
        (CASTLED_AWAY, "move e1g1", "no-castling", "has moved"),
        (THROUGH_CHECK, "move e1g1", "no-castling", "attacked"),
        (IN_CHECK, "move e1g1", "no-castling", "out of check"),
        (IN_CHECK, "move h1g1", "king-in-check", "You are in check"),
        (PINNED, "move e2d3", "king-in-check", "leave your king in check"),
        (THROUGH_CHECK, "move e1f1", "king-in-check", "on f1"),
    ],
)
def test_moves_are_refused_with_the_reason(fen: str, act: str, code: str, said: str) -> None:
    state = start(fen)
    refusal = refused(state, 0, act)
    assert refusal.code == code
    assert said in refusal.sentence
    assert state == start(fen)


def test_the_other_side_waits_for_its_turn() -> None:
    assert refused(start(), 1, "move e7e5").code == "not-your-turn"
    assert refused(moved(start(), "e2e4"), 0, "move d2d4").code == "not-your-turn"


def test_nothing_is_left_to_chance() -> None:
    assert ENGINE.chance(start()) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "no position in FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "first or last rank"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 " + "x" * 100, "no position in FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "stands in check"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "over already"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "over already"),
        ("1. e4 e5 2. Ke3", "cannot be played"),
        ("1. f3 e5 2. g4 Qh4#", "over already"),
        (7, "a text in FEN"),
    ],
)
def test_start_positions_that_cannot_be_played_are_refused(text: object, said: str) -> None:
    with pytest.raises(BadOptions) as caught:
        ENGINE.normalise({"start": text}, 2)
    assert caught.value.option == "start"
    assert said in caught.value.sentence


def test_a_start_position_is_a_fen_or_a_game_to_go_on_with() -> None:
    fen = "8/5P1k/5K2/8/8/8/8/8 w - - 0 1"
    assert ENGINE.normalise({"start": f"  {fen} "}, 2) == {"start": fen}
    game = '[White "Ann"]\n\n1. e4 e5 (1... c5) 2. Nf3 *'
    played = ENGINE.normalise({"start": game}, 2)["start"]
    assert played.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -")
    assert ENGINE.normalise({"start": played}, 2) == {"start": played}
    for usual in ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"):
        assert ENGINE.normalise({"start": usual}, 2) == {}
    assert [option.test_only for option in ENGINE.options("", 2)] == [True]
