"""What the page gets."""

from __future__ import annotations

from games.chess.state import Ending
from tests.games.chess.board import ENGINE, moved, start


def test_the_view_tells_last_move_check_captures_and_notation() -> None:
    view = ENGINE.view(moved(start(), "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5"), 0)
    assert view["last"] == ["d5", "e5"]
    assert view["check"] == "e1"
    assert view["san"] == ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+"]
    assert view["captured"] == [["p"], ["P"]]
    assert view["material"] == [38, 38]
    assert set(view["legal"]["acts"]) == {"move f1e2", "move d1e2", "move g1e2", "move c3e2", "move c3e4"}


def test_a_pawn_that_became_a_queen_was_not_captured() -> None:
    view = ENGINE.view(moved(start(), "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8q"), 0)
    assert view["captured"] == [["p", "p", "b", "r"], []]
    assert view["material"] == [47, 29]


def test_a_spectator_sees_all_but_may_do_nothing() -> None:
    state = moved(start(), "e2e4")
    seen, own = ENGINE.view(state, None), ENGINE.view(state, 1)
    assert seen == {**own, "legal": None}


def test_a_result_has_its_reason_and_winner() -> None:
    view = ENGINE.view(moved(start(), "f2f3 e7e5 g2g4 d8h4"), 1)
    assert view["result"] == {
        "places": [2, 1],
        "reason": "checkmate",
        "words": "Checkmate.",
        "winner": 1,
    }
    assert {ending.value for ending in Ending} == set(ENGINE.info.endings)
    assert view["phase"] == "over"
    assert view["due"] == []


def test_the_moment_is_the_number_of_half_moves() -> None:
    state = moved(start(), "e2e4")
    assert ENGINE.moment(state) == 1
    assert ENGINE.moment(ENGINE.act(state, 1, "offer-draw")) == 1
