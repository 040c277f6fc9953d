"""What a hand is worth, bags over many hands, and how a game ends."""

from __future__ import annotations

import pytest

from games.api import BadOptions
from ladder.points import points_of
from tests.games.spades.table import ENGINE, finished, new, points

# bids by seat, tricks by seat, points of the side of seats 0 and 2, its bags after the hand
HANDS = [
    ("4 3 3 3", (4, 3, 3, 3), 70, 0),  # made exactly
    ("4 3 2 3", (4, 3, 4, 2), 62, 2),  # two bags
    ("4 3 4 3", (4, 3, 3, 3), -80, 0),  # set: no bags
    ("13 1 n 1", (13, 0, 0, 0), 230, 0),  # everything, and a nil kept
    ("n 3 4 3", (0, 4, 5, 4), 141, 1),  # nil kept, contract made with a bag
    ("n 3 4 3", (2, 4, 3, 4), -59, 1),  # SPD-01: the nil's tricks count for the contract
    ("n 3 4 3", (1, 5, 2, 5), -140, 0),  # nil broken and set
    ("n 3 4 3", (0, 5, 3, 5), 60, 0),  # nil kept and set
    ("n 3 n 3", (0, 7, 0, 6), 200, 0),  # both nil, both kept
    ("n 3 n 3", (2, 7, 0, 4), 2, 2),  # one kept, one broken; a contract of nothing is made with bags
    ("n 3 n 3", (2, 7, 1, 3), -197, 3),  # both broken
]


@pytest.mark.parametrize(("bids", "taken", "worth", "bags"), HANDS)
def test_a_hand_is_worth(bids: str, taken: tuple[int, ...], worth: int, bags: int) -> None:
    state = finished(bids, taken)
    assert points(state)[0] == worth
    assert ENGINE.view(state, None)["bags"][0] == bags


def test_sides_are_scored_apart() -> None:
    assert points(finished("4 n 3 3", (4, 0, 4, 5))) == (71, 132)


@pytest.mark.parametrize(
    ("before", "taken", "worth", "after"),
    [
        (8, (2, 5, 1, 5), 21, 9),  # nine are only nine
        (9, (2, 5, 1, 5), -79, 0),  # the tenth costs 100
        (9, (4, 4, 3, 2), 25 - 100, 4),
        (9, (2, 6, 0, 5), 20, 9),  # no bag, nothing lost
        (9, (1, 7, 0, 5), -20, 9),  # set: bags stay
        (9, (7, 0, 6, 0), 31 - 200, 0),  # twenty bags at once cost twice
    ],
)
def test_ten_bags_cost_a_hundred_and_drop(
    before: int, taken: tuple[int, ...], worth: int, after: int
) -> None:
    state = finished("1 3 1 3", taken, bags=(before, 0))
    assert (points(state)[0], ENGINE.view(state, None)["bags"][0]) == (worth, after)


def test_bags_add_up_over_hands() -> None:
    bags, total = (0, 0), 0
    for _ in range(4):
        state = finished("2 3 1 3", (4, 4, 2, 3), bags=bags)
        bags, total = state.bags, total + points(state)[0]
    assert bags == (2, 4)
    assert total == 4 * 33 - 100


def test_notes_tell_what_became_of_the_hand() -> None:
    (hand,) = ENGINE.completed_hands(finished("n 3 4 n", (2, 4, 3, 4), bags=(9, 0)))
    assert list(hand.notes) == [
        {"code": "made", "side": 0, "contract": 4, "tricks": 5},
        {"code": "nil-broken", "seat": 0},
        {"code": "bags", "side": 0},
        {"code": "made", "side": 1, "contract": 3, "tricks": 8},
        {"code": "nil-broken", "seat": 3},
    ]


def over(bids: str, taken: tuple[int, ...], before: tuple[int, int], **length: int) -> str:
    """How the game ended: `target`, `hands`, or "" while it goes on; then the places."""
    result = ENGINE.result(finished(bids, taken, before, **length))
    return "" if result is None else f"{result.reason} {''.join(map(str, result.places))}"


PLAIN = ("3 3 3 3", (3, 4, 3, 3))  # 60 and 61


@pytest.mark.parametrize(
    ("before", "length", "end"),
    [
        ((139, 0), {"target": 200}, ""),
        ((140, 0), {"target": 200}, "target 1212"),
        ((140, 200), {"target": 200}, "target 2121"),
        ((141, 140), {"target": 200}, "target 1111"),  # 201 and 201: a draw
        ((239, 0), {"target": 300}, ""),
        ((240, 0), {"target": 300}, "target 1212"),
        ((0, 438), {"target": 500}, ""),
        ((0, 439), {"target": 500}, "target 2121"),
        ((900, 0), {"hands": 3}, ""),  # by hands no total ends it
        ((900, 0), {"hands": 2}, "hands 1212"),
        ((1, 0), {"hands": 2}, "hands 1111"),
    ],
)
def test_the_end(before: tuple[int, int], length: dict[str, int], end: str) -> None:
    assert over(*PLAIN, before, **length) == end


@pytest.mark.parametrize(
    ("before", "length", "end"),
    [
        ((-130, 0), {"target": 200}, "target 2121"),  # set by 70: exactly −200
        ((-129, 0), {"target": 200}, ""),
        ((-130, -300), {"target": 200}, "target 1212"),  # both below, the higher total wins
        ((-400, 0), {"hands": 3}, ""),  # by hands it goes on
    ],
)
def test_the_floor(before: tuple[int, int], length: dict[str, int], end: str) -> None:
    assert over("4 3 3 3", (3, 4, 3, 3), before, **length) == end


def test_partners_share_their_place_and_their_points() -> None:
    result = ENGINE.result(finished(*PLAIN, (300, 0), target=200))
    assert result is not None
    assert result.sides == ((0, 2), (1, 3))
    assert points_of(result.places, result.sides) == (1, -1, 1, -1)
    level = ENGINE.result(finished(*PLAIN, (1, 0), hands=2))
    assert level is not None
    assert points_of(level.places, level.sides) == (0, 0, 0, 0)


def test_leaving_compares_the_sides_on_finished_hands() -> None:
    basis = ENGINE.leaving_basis(finished(*PLAIN, (10, 0), target=500), 3)
    assert (basis.sides, basis.scores) == (((0, 2), (1, 3)), (70, 61))
    assert (basis.hands_completed, basis.one_hand) == (2, False)
    assert ENGINE.leaving_basis(new(hands=1), 0).one_hand
    assert not ENGINE.leaving_basis(new(hands=2), 0).one_hand


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        ({"length": {"target": 250}}, "length"),
        ({"length": {"hands": 0}}, "length"),
        ({"length": {"hands": 21}}, "length"),
        ({"length": {"hands": True}}, "length"),
        ({"length": {"target": 200, "hands": 3}}, "length"),
        ({"length": 200}, "length"),
        ({"rule_set": "whist"}, "rule_set"),
        ({"jokers": True}, "jokers"),
    ],
)
def test_options_that_cannot_be_played_are_named(raw: dict[str, object], option: str) -> None:
    with pytest.raises(BadOptions) as caught:
        ENGINE.normalise(raw, 4)
    assert caught.value.option == option


def test_a_record_holds_the_length_alone() -> None:
    assert ENGINE.normalise({"rule_set": "", "length": {"hands": 20}}, 4) == {"length": {"hands": 20}}
    assert ENGINE.normalise({}, 4) == {"length": {"target": 300}}
