"""Points of a hand, the moon, the end of a game and its places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from positions import ENGINE, after_a_hand

from games.api import Result
from games.black_lady.state import State, totals

MOONS = [
    ("portal", 4, 26),
    ("american", 4, 26),
    ("classic", 3, 26),
    ("classic", 4, 26),
    ("classic", 5, 26),
    ("dutch", 4, 15),
]


@pytest.mark.parametrize(("rule_set", "seats", "total"), MOONS)
def test_shooting_the_moon_gives_the_others_everything(rule_set: str, seats: int, total: int) -> None:
    points = (0, total, *(0,) * (seats - 2))
    state = after_a_hand(rule_set, (5,) * seats, points)
    score = ENGINE.completed_hands(state)[-1]
    assert score.points == (total, 0, *(total,) * (seats - 2))
    assert totals(state) == (5 + total, 5, *(5 + total,) * (seats - 2))
    assert [dict(note) for note in score.notes] == [{"code": "moon", "seat": 1}]


@pytest.mark.parametrize("seats", [3, 4])
def test_british_has_no_moon(seats: int) -> None:
    state = after_a_hand("british", (5,) * seats, (0, 36, *(0,) * (seats - 2)))
    score = ENGINE.completed_hands(state)[-1]
    assert score.points == (0, 36, *(0,) * (seats - 2))
    assert score.notes == ()


def test_all_points_but_one_are_no_moon() -> None:
    assert ENGINE.completed_hands(after_a_hand("portal", (0,) * 4, (1, 25, 0, 0)))[-1].points == (1, 25, 0, 0)


def ended(rule_set: str, before: tuple[int, ...], points: tuple[int, ...], **more: Any) -> Result | None:
    return ENGINE.result(after_a_hand(rule_set, before, points, **more))


@pytest.mark.parametrize("rule_set", ["portal", "classic", "dutch"])
def test_a_tie_for_the_lowest_shares_first_place(rule_set: str) -> None:
    result = ended(rule_set, (95, 40, 40, 60), (5, 5, 5, 0), length={"target": 100})
    assert result is not None
    assert result.places == (4, 1, 1, 3)
    assert result.reason == "target"


def test_american_plays_another_hand_until_the_lowest_is_alone() -> None:
    state = after_a_hand("american", (95, 40, 40, 60), (5, 5, 5, 11))
    assert totals(state) == (100, 45, 45, 71)
    assert ENGINE.result(state) is None
    still = after_a_hand("american", (100, 45, 45, 71), (0, 13, 13, 0))
    assert ENGINE.result(still) is None
    over = ended("american", (100, 45, 45, 71), (0, 1, 12, 13))
    assert over is not None
    assert over.places == (4, 1, 2, 3)


def test_american_ends_on_a_tie_that_is_not_for_the_lowest() -> None:
    over = ended("american", (95, 40, 50, 50), (5, 5, 8, 8))
    assert over is not None
    assert over.places == (4, 1, 2, 2)


def british(before: tuple[int, ...], points: tuple[int, ...], target: int) -> State:
    return after_a_hand("british", before, points, target=target)


def test_british_threshold_rises_by_50_while_the_lowest_is_shared() -> None:
    tied = british((90, 40, 40, 60), (20, 5, 5, 6), 100)
    assert ENGINE.result(tied) is None
    assert tied.target == 150
    beyond = british((110, 45, 45, 66), (30, 0, 6, 0), 150)
    assert totals(beyond) == (140, 45, 51, 66)
    assert ENGINE.result(beyond) is None, "the lowest is alone, but 150 is not reached"
    reached = british((140, 45, 51, 66), (10, 6, 10, 10), 150)
    assert ENGINE.result(reached) is not None


def test_british_threshold_goes_past_every_total() -> None:
    assert british((95, 10, 10, 95), (0, 5, 5, 26), 100).target == 150
    assert british((140, 20, 20, 40), (36, 0, 0, 0), 150).target == 200
    assert british((149, 20, 20, 40), (36, 0, 0, 0), 100).target == 200


def test_british_ends_at_100_exactly() -> None:
    assert ended("british", (90, 40, 41, 60), (9, 9, 9, 9)) is None
    assert ended("british", (90, 40, 41, 60), (10, 8, 9, 9)) is not None


@pytest.mark.parametrize("target", [50, 100])
def test_portal_targets(target: int) -> None:
    length = {"target": target}
    before = (target - 10, 1, 2, 3)
    assert ended("portal", before, (9, 9, 8, 0), length=length, target=target) is None
    assert ended("portal", before, (10, 8, 8, 0), length=length, target=target) is not None


def test_a_number_of_hands_ends_the_game_whatever_the_totals() -> None:
    result = ended("portal", (90, 10, 20, 30), (20, 6, 0, 0), length={"hands": 2}, target=1 << 30)
    assert result is not None
    assert (result.places, result.reason) == ((4, 1, 2, 3), "hands")
    assert ended("portal", (90, 10, 20, 30), (20, 6, 0, 0), length={"hands": 3}, target=1 << 30) is None


def test_a_hand_that_does_not_add_up_is_noticed() -> None:
    state = after_a_hand("portal", (0, 0, 0, 26), (1, 1, 1, 1))
    with pytest.raises(AssertionError, match="add up to 26"):
        ENGINE.check(replace(state, hand=None))


def test_leaving_compares_completed_hands_only() -> None:
    state = after_a_hand("portal", (5, 6, 7, 8), (1, 0, 12, 13))
    basis = ENGINE.leaving_basis(state, 2)
    assert basis.scores == (-6, -6, -19, -21)
    assert (basis.hands_completed, basis.one_hand) == (2, False)
