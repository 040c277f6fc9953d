"""How a game ends, and how it does not (spec: chess; scenarios CHS-01 to CHS-04)."""

from __future__ import annotations

import pytest

from ladder.leaving import settle
from ladder.points import points_of
from tests.games.chess.board import ENGINE, acts, ending, moved, refused, start, turn

KNIGHTS_OUT_AND_HOME = "g1f3 g8f6 f3g1 f6g8"


def leave(fen: str, seat: int) -> tuple[int | None, int | None]:
    """What the leaver and the opponent get (any cause; running out of time is one)."""
    basis = ENGINE.leaving_basis(start(fen), seat)
    settlement = settle(ENGINE.info.leaving, basis, seat)
    return settlement.leaver, settlement.others[1 - seat]


@pytest.mark.parametrize(
    ("fen", "seat", "points"),
    [
        ("8/8/4k3/8/3b4/8/3P4/1B2K3 w - - 0 1", 0, (0, 0)),
        ("8/8/4k3/8/3n4/8/8/4K2Q w - - 0 1", 0, (0, 0)),
        ("8/8/4k3/8/3n4/8/8/4K2Q w - - 0 1", 1, (-1, 1)),
        ("", 0, (0, 0)),
        ("", 1, (0, 0)),
    ],
)
def test_leaving_compares_material_not_mating_chances(fen: str, seat: int, points: tuple[int, int]) -> None:
    assert leave(fen, seat) == points


def test_material_counts_one_three_three_five_nine() -> None:
    assert ENGINE.leaving_basis(start("qrbnk3/p7/8/8/8/8/8/4K3 w - - 0 1"), 0).scores == (0, 21)
    basis = ENGINE.leaving_basis(start(), 1)
    assert basis.scores == (39, 39)
    assert (basis.hands_completed, basis.one_hand) == (0, True)


def test_a_third_repetition_is_claimed_a_fifth_ends_the_game() -> None:
    twice = moved(start(), KNIGHTS_OUT_AND_HOME + " " + KNIGHTS_OUT_AND_HOME)
    assert ending(twice) is None
    assert "claim-draw" in acts(twice, 0)
    assert ending(ENGINE.act(twice, 0, "claim-draw")) == ("draw-claimed", (1, 1))
    fourth = moved(twice, KNIGHTS_OUT_AND_HOME)
    assert ending(fourth) is None
    fifth = moved(fourth, KNIGHTS_OUT_AND_HOME)
    assert ending(fifth) == ("fivefold-repetition", (1, 1))


def test_a_claim_is_open_when_the_next_move_can_repeat() -> None:
    almost = moved(start(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    assert almost.board.can_claim_draw()
    assert "claim-draw" in acts(almost, 1)
    assert "claim-draw" not in acts(almost, 0)
    assert "claim-draw" not in acts(moved(start(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6"), 0)
    assert refused(start(), 0, "claim-draw").code == "no-claim"
    assert refused(almost, 0, "claim-draw").code == "not-your-turn"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("f7f8q", ("stalemate", (1, 1))),
        ("f7f8r", None),
        ("f7f8n", ("insufficient-material", (1, 1))),
    ],
)
def test_the_piece_that_a_pawn_becomes_decides(move: str, expected: object) -> None:
    assert ending(moved(start("8/5P1k/5K2/8/8/8/8/8 w - - 0 1"), move)) == expected


def test_a_pawn_on_the_last_rank_without_a_piece_is_refused_and_the_piece_asked_for() -> None:
    before = start("8/5P1k/5K2/8/8/8/8/8 w - - 0 1")
    refusal = refused(before, 0, "move f7f8")
    assert (refusal.code, refusal.rule) == ("piece-wanted", "promotion")
    assert "f7f8q" in refusal.sentence
    assert before == start("8/5P1k/5K2/8/8/8/8/8 w - - 0 1")
    assert turn(before) == 0


def counted(clock: int) -> str:
    return f"7k/8/6K1/8/8/8/8/R7 w - - {clock} 120"


def test_fifty_moves_may_be_claimed_seventy_five_end_and_mate_goes_first() -> None:
    assert ending(moved(start(counted(99)), "a1a8")) == ("checkmate", (1, 2))
    assert "claim-draw" in acts(moved(start(counted(99)), "a1a7"), 1)
    assert "claim-draw" not in acts(moved(start(counted(50)), "a1a7"), 1)
    assert ending(moved(start(counted(148)), "a1a7")) is None
    assert ending(moved(start(counted(149)), "a1a7")) == ("seventy-five-moves", (1, 1))
    assert ending(moved(start(counted(149)), "a1a8")) == ("checkmate", (1, 2))


@pytest.mark.parametrize(
    "fen",
    ["8/8/4k3/8/8/3PK3/8/8 w - - 0 1", "8/8/4k3/8/8/2NNK3/8/8 b - - 0 1", "5b2/8/4k3/8/8/3BK3/8/8 w - - 0 1"],
)
def test_nothing_else_ends_a_game_by_itself(fen: str) -> None:
    assert ending(start(fen)) is None


def test_bare_kings_and_same_coloured_bishops_are_drawn() -> None:
    assert ending(moved(start("8/8/4k3/8/8/3pK3/8/8 w - - 0 1"), "e3d3")) == ("insufficient-material", (1, 1))
    both = start("8/8/3bk3/8/8/2n5/1B6/4K3 w - - 0 1")
    assert ending(moved(both, "b2c3")) == ("insufficient-material", (1, 1))


def test_checkmate_gives_places_and_points() -> None:
    mated = moved(start(), "f2f3 e7e5 g2g4 d8h4")
    assert ending(mated) == ("checkmate", (2, 1))
    result = ENGINE.result(mated)
    assert result is not None
    assert list(points_of(result.places, result.sides)) == [-1, 1]
    assert refused(mated, 0, "move e2e4").code == "over"
    assert acts(mated, 0) == acts(mated, 1) == set()


@pytest.mark.parametrize("seat", [0, 1])
def test_resigning_is_possible_at_any_time_and_loses(seat: int) -> None:
    state = moved(start(), "e2e4")
    places = tuple(2 if one == seat else 1 for one in (0, 1))
    assert ending(ENGINE.act(state, seat, "resign")) == ("resigned", places)
