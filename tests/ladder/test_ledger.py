"""Points are paid exactly once, standings follow (spec: portal, Points; ACC-02)."""

import asyncio
from dataclasses import replace

import pytest
from django.db import IntegrityError, ProgrammingError, transaction
from django.db.models import F

from games.api import Basis, Leaving
from ladder.leaving import Cause
from ladder.ledger import reverse, settle_game
from ladder.models import Abandonment, Bucket, Entry, Played, PlayedSeat, Standing
from tests.ladder.conftest import NOON, finished, left, open_connection, post, ref

pytestmark = pytest.mark.django_db(transaction=True)
PARTNERS = ((0, 2), (1, 3))


def standing(player, period="all", game="black-lady", level=1):
    row = Standing.objects.get(player=player, game=game, level=level, period=period)
    return row.points, row.won, row.drawn, row.lost, row.left, row.games


def buckets(period="all"):
    rows = Bucket.objects.filter(period=period).exclude(n=0)
    return dict(rows.values_list("points", "n"))


def test_a_finished_game_pays_its_seats_and_keeps_its_record(four):
    assert post(finished(four, (1, 2, 3, 4))) == [True]
    assert list(Entry.objects.order_by("seat").values_list("player__username", "points", "reason")) == [
        ("Ann", 1, "played"), ("Bea", 0, "played"), ("Cal", 0, "played"), ("Dan", -1, "played"),
    ]  # fmt: skip
    for period in ("all", "2025-03", "2025-W10"):
        assert standing(four[0], period) == (1, 1, 0, 0, 0, 1)
        assert standing(four[1], period) == (0, 0, 1, 0, 0, 1)
        assert standing(four[3], period) == (-1, 0, 0, 1, 0, 1)
        assert buckets(period) == {1: 1, 0: 2, -1: 1}
    played = Played.objects.get()
    assert played.record["format"] == "portal-record/1"
    assert played.hands == [{"points": [0, 26, 0, 0], "totals": [0, 26, 0, 0], "notes": []}]
    assert list(played.seats.order_by("seat").values_list("place", "points", "left")) == [
        (1, 1, False), (2, 0, False), (3, 0, False), (4, -1, False),
    ]  # fmt: skip


def test_points_add_up_over_games(four):
    post(finished(four, (1, 2, 3, 4)))
    post(finished(four, (1, 2, 4, 3), ref=ref(number=2)))
    post(finished(four, (4, 2, 1, 3), ref=ref(number=3)))
    assert standing(four[0]) == (1, 2, 0, 1, 0, 3)
    assert standing(four[2]) == (0, 1, 1, 1, 0, 3)
    assert buckets() == {1: 1, 0: 2, -1: 1}


def test_computers_take_places_but_hold_no_points(four):
    post(finished([four[0], None, None, four[1]], (2, 1, 3, 4)))
    assert sorted(Entry.objects.values_list("player__username", "points")) == [("Ann", 0), ("Bea", -1)]
    assert PlayedSeat.objects.get(seat=1).name == "Computer 2"
    assert PlayedSeat.objects.get(seat=1).points is None
    assert PlayedSeat.objects.get(seat=0).name == ""  # people's names are looked up


def test_a_game_is_settled_once_however_often_it_is_told(four):
    game = finished(four, (1, 2, 3, 4))
    assert post(game) == [True]
    assert post(game, finished(four, (4, 3, 2, 1))) == [False, False]
    assert Entry.objects.count() == 4
    assert Played.objects.count() == 1
    assert standing(four[0]) == (1, 1, 0, 0, 0, 1)


def test_two_connections_settle_the_same_game_at_once(four):
    assert sorted(post(*[finished(four, (1, 2, 3, 4))] * 4)) == [False, False, False, True]
    assert Entry.objects.count() == 4
    assert buckets() == {1: 1, 0: 2, -1: 1}


def test_many_games_at_once_of_the_same_people_neither_deadlock_nor_lose_a_point(four):
    games = [finished(four[i % 4 :] + four[: i % 4], (1, 2, 3, 4), ref=ref(number=i)) for i in range(24)]
    assert post(*games) == [True] * 24
    assert [standing(player) for player in four] == [(0, 6, 12, 6, 0, 24)] * 4
    assert buckets() == {0: 4}


def test_leaving_in_the_first_hand_costs_a_point_and_the_game_goes_on(four):
    ann, bea, cal, dan = four
    assert post(left(four, 0)) == [True]
    assert standing(ann) == (-1, 0, 0, 0, 1, 1)
    assert not Played.objects.exists()
    assert post(finished([None, bea, cal, dan], (1, 2, 3, 4))) == [True]
    assert standing(ann) == (-1, 0, 0, 0, 1, 1)
    assert standing(bea) == (0, 0, 1, 0, 0, 1)
    rows = PlayedSeat.objects.filter(seat=0).order_by("left").values_list("player", "place", "points", "left")
    assert list(rows) == [(None, 1, None, False), (ann.pk, None, -1, True)]


def test_a_seat_is_left_once_whatever_causes_fire_together(four):
    assert sorted(post(left(four, 0), left(four, 0), left(four, 0))) == [False, False, True]
    assert Abandonment.objects.count() == 1
    assert standing(four[0]) == (-1, 0, 0, 0, 1, 1)


def test_leaving_after_the_end_is_nothing(four):
    post(finished(four, (1, 2, 3, 4)))
    assert post(left(four, 3)) == [False]
    assert not Abandonment.objects.exists()
    assert standing(four[3]) == (-1, 0, 0, 1, 0, 1)


def test_a_left_seat_is_not_paid_again_by_the_games_end(four):
    post(left(four, 0))
    post(finished(four, (1, 2, 3, 4)))
    assert standing(four[0]) == (-1, 0, 0, 0, 1, 1)


def test_no_points_recorded_leaves_no_entry_but_counts_as_left(four):
    now = Basis(sides=PARTNERS, scores=(60, 20), hands_completed=1, one_hand=False)
    assert post(left(four, 0, ref=ref(game="spades"), rule=Leaving.PARTNERS, basis=now)) == [True]
    assert list(Entry.objects.values_list("player__username", "points", "reason")) == [
        ("Cal", 1, "other-left")
    ]
    assert standing(four[0], game="spades") == (0, 0, 0, 0, 1, 1)
    assert standing(four[2], game="spades") == (1, 0, 0, 0, 0, 0)
    assert not Standing.objects.filter(player=four[1]).exists()
    assert Played.objects.get().reason == "left"
    assert PlayedSeat.objects.get(left=True).player == four[0]


def test_the_last_human_closes_the_game(four):
    post(left([four[0], None, None, None], 0, is_last=True))
    assert Played.objects.get().reason == "left"
    assert PlayedSeat.objects.filter(left=False).count() == 3


def duel(four):
    now = Basis(sides=((0,), (1,)), scores=(5, 9), hands_completed=0, one_hand=True)
    return left(four[:2], 0, ref=ref(game="chess"), rule=Leaving.MATERIAL, basis=now)


def test_voiding_compensates_everyone_and_can_be_taken_back(four):
    ann, bea = four[:2]
    post(duel(four))
    case = Abandonment.objects.get()
    assert reverse(case.pk, is_voided=True, at=NOON)
    assert not reverse(case.pk, is_voided=True, at=NOON)
    assert standing(ann, game="chess") == (0, 0, 0, 0, 0, 0)
    assert standing(bea, game="chess") == (0, 0, 0, 0, 0, 0)
    assert buckets() == {0: 2}
    assert reverse(case.pk, is_voided=False, at=NOON)
    assert standing(ann, game="chess") == (-1, 0, 0, 0, 1, 1)
    assert standing(bea, game="chess") == (1, 0, 0, 0, 0, 0)
    assert Entry.objects.count() == 6
    assert buckets() == {1: 1, -1: 1}


def test_a_reversal_counts_in_the_period_of_what_it_reverses(four):
    post(duel(four))
    later = NOON.replace(month=6)
    reverse(Abandonment.objects.get().pk, is_voided=True, at=later)
    assert standing(four[0], "2025-03", "chess") == (0, 0, 0, 0, 0, 0)
    assert not Standing.objects.filter(period="2025-06").exists()
    assert set(Entry.objects.filter(reason="reversal").values_list("at", "period_at")) == {(later, NOON)}


@pytest.mark.parametrize("model", [Entry, Played, PlayedSeat])
def test_what_is_written_can_neither_be_changed_nor_deleted(four, model):
    post(finished(four, (1, 2, 3, 4)))
    rows = model.objects.all()
    for change in (lambda: rows.update(id=F("id") + 100), lambda: rows._raw_delete("default")):
        with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
            change()
    assert rows.exists()


def test_a_case_is_frozen_but_for_the_decision(four):
    post(left(four, 0))
    with pytest.raises(ProgrammingError, match="Cannot update"), transaction.atomic():
        Abandonment.objects.update(cause=Cause.TIME)
    with pytest.raises(ProgrammingError, match="Cannot delete"), transaction.atomic():
        Abandonment.objects.all()._raw_delete("default")
    assert Abandonment.objects.update(voided=True) == 1


def test_the_database_itself_refuses_to_pay_a_seat_twice(four):
    post(finished(four, (1, 2, 3, 4)))
    entry = Entry.objects.first()
    entry.pk = None
    with pytest.raises(IntegrityError, match="entry_pays_a_seat_once"), transaction.atomic():
        entry.save(force_insert=True)


def test_a_posting_that_is_rolled_back_leaves_nothing(four):
    async def fail():
        async with await open_connection() as conn:
            await settle_game(conn, finished(four, (1, 2, 3, 4)))
            await conn.rollback()

    asyncio.run(fail())
    assert not Entry.objects.exists()
    assert not Bucket.objects.exists()


def test_a_record_of_another_game_is_refused(four):
    game = replace(finished(four, (1, 2, 3, 4)), ref=ref(game="chess"))
    with pytest.raises(ValueError, match="does not belong to a game of 'chess'"):
        post(game)


def test_a_leaving_that_ends_the_game_needs_its_record(four):
    with pytest.raises(ValueError, match="its record is needed"):
        replace(duel(four), ending=None)


def test_a_computer_does_not_leave(four):
    with pytest.raises(ValueError, match="computers do not leave"):
        left([None, *four[1:]], 0)


def test_a_reversal_is_one_statement(four, django_assert_num_queries):
    post(duel(four))
    case = Abandonment.objects.get()
    with django_assert_num_queries(1):
        reverse(case.pk, is_voided=True, at=NOON)
