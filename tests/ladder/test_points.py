"""Points are a pure function of the final places (spec: portal, Points)."""

import pytest

from ladder.points import points_of

FOUR = ((0,), (1,), (2,), (3,))
THREE = ((0,), (1,), (2,))
FIVE = ((0,), (1,), (2,), (3,), (4,))
DUEL = ((0,), (1,))
PARTNERS = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("places", "sides", "points"),
    [
        ((1, 2), DUEL, (1, -1)),
        ((2, 1), DUEL, (-1, 1)),
        ((1, 1), DUEL, (0, 0)),
        ((1, 2, 1, 2), PARTNERS, (1, -1, 1, -1)),
        ((2, 1, 2, 1), PARTNERS, (-1, 1, -1, 1)),
        ((1, 1, 1, 1), PARTNERS, (0, 0, 0, 0)),
        ((1, 2, 3, 4), FOUR, (1, 0, 0, -1)),
        ((4, 2, 1, 2), FOUR, (-1, 0, 1, 0)),
        ((1, 2, 3), THREE, (1, 0, -1)),
        ((1, 2, 2), THREE, (1, -1, -1)),
        ((1, 2, 2, 2), FOUR, (1, -1, -1, -1)),
        ((1, 2, 3, 3), FOUR, (1, 0, -1, -1)),
        ((1, 1, 3, 4), FOUR, (0, 0, 0, -1)),
        ((1, 1, 3, 3), FOUR, (0, 0, -1, -1)),
        ((1, 1, 1, 4), FOUR, (0, 0, 0, -1)),
        ((1, 1, 1, 1), FOUR, (0, 0, 0, 0)),
        ((3, 1, 1, 4, 4), FIVE, (0, 0, 0, -1, -1)),
    ],
)
def test_points_follow_the_places(places, sides, points):
    assert points_of(places, sides) == points


@pytest.mark.parametrize(
    ("places", "sides", "words"),
    [
        ((1, 2, 3), DUEL, "each of the 3 seats once"),
        ((1, 2), ((0,), (0,)), "each of the 2 seats once"),
        ((1, 2), ((0, 1),), "two sides or more"),
        ((1, 2), ((0, 1), ()), "two sides or more"),
        ((1, 2, 3, 4), PARTNERS, "Partners share one place"),
    ],
)
def test_places_that_do_not_fit_the_sides_are_refused(places, sides, words):
    with pytest.raises(ValueError, match=words):
        points_of(places, sides)
