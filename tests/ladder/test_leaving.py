"""Each row of the leaving table, and its corners (spec: portal, Leaving the table)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.api import Basis, Leaving
from ladder.leaving import Cause, Leaver, in_order, settle, settle_absence

FOUR = ((0,), (1,), (2,), (3,))
TWO = ((0,), (1,))
PARTNERS = ((0, 2), (1, 3))
NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)


def basis(sides, scores, hands=1, one_hand=False):
    return Basis(sides=sides, scores=scores, hands_completed=hands, one_hand=one_hand)


@pytest.mark.parametrize(
    ("now", "clause", "points"),
    [
        (basis(FOUR, (0, 0, 0, 0), hands=0), "singles/first-hand", -1),
        (basis(FOUR, (9, 0, 0, 0), hands=0), "singles/first-hand", -1),
        (basis(FOUR, (9, 0, 0, 0), one_hand=True), "singles/first-hand", -1),
        (basis(FOUR, (-3, -9, -5, -9)), "singles/leading", None),
        (basis(FOUR, (-3, -3, -5, -9)), "singles/not-leading", -1),
        (basis(FOUR, (-3, -3, -3, -3)), "singles/not-leading", -1),
        (basis(FOUR, (-5, -3, -8, -9), hands=7), "singles/not-leading", -1),
        (basis(FOUR[:3], (-2, -3, -21)), "singles/leading", None),
    ],
)
def test_single_players_rows_1_to_3(now, clause, points):
    settled = settle(Leaving.SINGLES, now, 0)
    assert (settled.clause, settled.leaver, settled.ends) == (clause, points, False)
    assert settled.others == {seat: None for (seat,) in now.sides if seat}
    assert "a computer takes your seat." in settled.sentence


@pytest.mark.parametrize(
    ("now", "clause", "leaver", "partner", "opponents"),
    [
        (basis(PARTNERS, (62, 50)), "partners/ahead", None, 1, None),
        (basis(PARTNERS, (50, 50), hands=3), "partners/level", -1, 0, None),
        (basis(PARTNERS, (0, 0), hands=0), "partners/level", -1, 0, None),
        (basis(PARTNERS, (62, 50), hands=0), "partners/level", -1, 0, None),
        (basis(PARTNERS, (0, 0), hands=0, one_hand=True), "partners/level", -1, 0, None),
        (basis(PARTNERS, (50, 62)), "partners/behind", -1, -1, 1),
    ],
)
def test_partnerships_rows_4_to_6(now, clause, leaver, partner, opponents):
    settled = settle(Leaving.PARTNERS, now, 2)
    assert (settled.clause, settled.leaver, settled.ends) == (clause, leaver, True)
    assert settled.others == {0: partner, 1: opponents, 3: opponents}


@pytest.mark.parametrize(
    ("material", "clause", "leaver", "opponent"),
    [
        ((30, 31), "material/behind", -1, 1),
        ((31, 31), "material/not-behind", 0, 0),
        ((39, 31), "material/not-behind", 0, 0),
    ],
)
def test_chess_rows_7_and_8(material, clause, leaver, opponent):
    settled = settle(Leaving.MATERIAL, basis(TWO, material, hands=0, one_hand=True), 0)
    assert (settled.clause, settled.leaver, settled.ends) == (clause, leaver, True)
    assert settled.others == {1: opponent}


@pytest.mark.parametrize(
    ("now", "clause", "leaver", "opponent"),
    [
        (basis(TWO, (0, 0), hands=0), "duel/first-hand", -1, 1),
        (basis(TWO, (5, 0), hands=0), "duel/first-hand", -1, 1),
        (basis(TWO, (5, 0), one_hand=True), "duel/first-hand", -1, 1),
        (basis(TWO, (5, 5)), "duel/not-leading", -1, 1),
        (basis(TWO, (4, 5)), "duel/not-leading", -1, 1),
        (basis(TWO, (6, 5)), "duel/leading", None, None),
    ],
)
@pytest.mark.parametrize("rule", [Leaving.DUEL, Leaving.SINGLES])
def test_other_two_player_games_rows_10_and_11(rule, now, clause, leaver, opponent):
    settled = settle(rule, now, 0)
    assert (settled.clause, settled.leaver, settled.ends) == (clause, leaver, True)
    assert settled.others == {1: opponent}


@pytest.mark.parametrize(
    ("rule", "now"),
    [
        (Leaving.SINGLES, basis(FOUR, (0, 0, 0, 0), hands=0)),
        (Leaving.PARTNERS, basis(PARTNERS, (50, 62))),
        (Leaving.PARTNERS, basis(PARTNERS, (50, 50))),
        (Leaving.MATERIAL, basis(TWO, (30, 31))),
        (Leaving.DUEL, basis(TWO, (0, 0))),
    ],
)
def test_a_loss_is_said_beforehand(rule, now):
    assert "costs you" in settle(rule, now, 0).sentence
    assert "one point" in settle(rule, now, 0).sentence


def test_the_sentence_for_the_first_hand_of_single_players():
    settled = settle(Leaving.SINGLES, basis(FOUR, (0, 0, 0, 0), hands=0), 0)
    assert settled.sentence == "Leaving now costs you one point; a computer takes your seat."


@pytest.mark.parametrize(
    ("rule", "now"),
    [
        (Leaving.PARTNERS, basis(PARTNERS, (50, 62))),
        (Leaving.MATERIAL, basis(TWO, (30, 31))),
        (Leaving.DUEL, basis(TWO, (0, 0), hands=0)),
    ],
)
def test_both_sides_absent_gives_nobody_points_and_goes_to_review(rule, now):
    settled = settle_absence(rule, now, 0, present=())
    assert settled.clause == f"{rule}/both-sides-absent"
    assert (settled.leaver, settled.ends, settled.for_review) == (None, True, True)
    assert set(settled.others.values()) == {None}


def test_an_absent_leavers_partner_does_not_make_up_for_the_other_side():
    assert settle_absence(Leaving.PARTNERS, basis(PARTNERS, (50, 62)), 0, present={2}).for_review


@pytest.mark.parametrize("present", [{1}, {3}, {1, 3}, {0}])
def test_somebody_there_makes_the_ordinary_row_apply(present):
    now = basis(PARTNERS, (50, 62))
    assert settle_absence(Leaving.PARTNERS, now, 0, present) == settle(Leaving.PARTNERS, now, 0)


def test_single_players_absence_is_settled_though_nobody_is_there():
    now = basis(FOUR, (0, 0, 0, 0), hands=0)
    assert settle_absence(Leaving.SINGLES, now, 0, ()) == settle(Leaving.SINGLES, now, 0)


def test_leavers_go_in_the_order_in_which_they_fell_due_then_by_seat():
    late = Leaver(seat=0, due_at=NOON + timedelta(milliseconds=1), cause=Cause.TIME)
    left = Leaver(seat=3, due_at=NOON, cause=Cause.CONNECTION)
    right = Leaver(seat=1, due_at=NOON, cause=Cause.CONNECTION)
    assert in_order([late, left, right]) == (right, left, late)


def test_a_seat_leaves_once_for_its_first_cause():
    time = Leaver(seat=1, due_at=NOON, cause=Cause.TIME)
    absent = Leaver(seat=1, due_at=NOON + timedelta(seconds=120), cause=Cause.CONNECTION)
    assert in_order([absent, time]) == (time,)


def test_which_causes_a_player_chooses():
    assert [cause for cause in Cause if cause.is_chosen] == ["exit", "new-game", "account-closed"]


@pytest.mark.parametrize(
    ("rule", "now", "seat"),
    [
        (Leaving.SINGLES, basis(FOUR, (0, 0, 0, 0)), 4),
        (Leaving.SINGLES, basis(FOUR, (0, 0)), 0),
        (Leaving.DUEL, basis(FOUR, (0, 0, 0, 0)), 0),
        (Leaving.DUEL, basis(TWO[:1], (0,)), 0),
    ],
)
def test_what_does_not_fit_is_refused(rule, now, seat):
    with pytest.raises(ValueError, match=r"side"):
        settle(rule, now, seat)
