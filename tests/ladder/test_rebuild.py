"""Standings are derived: checked, rebuilt, following the account (spec: portal, Points; ACC-04)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from ladder.ledger import reverse
from ladder.models import Abandonment, Bucket, Standing
from ladder.periods import month_of, period_from, week_of
from tests.ladder.conftest import NOON, finished, left, post, ref

SUNDAY_NIGHT = datetime(2024, 12, 29, 23, 59, 59, tzinfo=UTC)


@pytest.fixture
def season(four):
    """Some games, a leaver, a void, a closed account."""
    post(finished(four, (1, 2, 3, 4)))
    post(left(four, 1, ref=ref(number=2)))
    post(left(four, 2, ref=ref(number=3)))
    post(finished(four, (1, 2, 2, 4), ref=ref(number=2)))
    reverse(Abandonment.objects.get(seat=2).pk, is_voided=True, at=NOON)
    get_user_model().objects.filter(pk=four[0].pk).update(is_closed=True)
    return four


def test_standings_and_ranks_are_what_the_ledger_says(season, capsys):
    call_command("check_ladder")
    assert capsys.readouterr().out == "Standings and rank counts agree with the ledger.\n"


@pytest.mark.parametrize("model", [Standing, Bucket])
def test_a_difference_is_found_and_rebuilt(season, model):
    row = model.objects.filter(period="all").order_by("points").first()
    model.objects.filter(pk=row.pk).update(points=41)
    with pytest.raises(CommandError, match="rows differ from the ledger") as caught:
        call_command("check_ladder")
    assert "41" in str(caught.value)
    call_command("rebuild_ladder")
    call_command("check_ladder")


def test_rebuilding_changes_nothing_that_was_right(season):
    before = set(Standing.objects.values_list()), set(Bucket.objects.exclude(n=0).values_list())
    call_command("rebuild_ladder")
    assert (set(Standing.objects.values_list()), set(Bucket.objects.values_list())) == before


def test_a_closed_account_leaves_board_and_ranks_and_a_reopened_one_returns(four):
    post(finished(four, (1, 2, 3, 4)))
    for is_closed, firsts in ((True, 0), (False, 1)):
        get_user_model().objects.filter(pk=four[0].pk).update(is_closed=is_closed)
        assert Bucket.objects.get(period="all", points=1).n == firsts
        assert Standing.objects.get(player=four[0], period="all").listed is not is_closed
        call_command("check_ladder")


def test_a_game_that_ends_after_a_closing_does_not_list_the_closed_account(four):
    get_user_model().objects.filter(pk=four[0].pk).update(is_closed=True)
    post(finished(four, (1, 2, 3, 4)))
    post(finished(four, (1, 2, 3, 4), ref=ref(number=2)))
    assert not Standing.objects.get(player=four[0], period="all").listed
    call_command("check_ladder")


def test_a_new_name_reaches_the_boards(four):
    post(finished(four, (1, 2, 3, 4)))
    four[0].username = "Zoe"
    four[0].save()
    assert set(Standing.objects.filter(player=four[0]).values_list("name", flat=True)) == {"zoe"}
    call_command("check_ladder")


@pytest.mark.parametrize(
    ("at", "month", "week"),
    [
        (SUNDAY_NIGHT, "2024-12", "2024-W52"),
        (SUNDAY_NIGHT + timedelta(seconds=1), "2024-12", "2025-W01"),
        (datetime(2024, 12, 31, 23, 59, 59, tzinfo=UTC), "2024-12", "2025-W01"),
        (datetime(2025, 1, 1, tzinfo=UTC), "2025-01", "2025-W01"),
        (datetime.fromisoformat("2025-03-01T00:30:00+01:00"), "2025-02", "2025-W09"),
    ],
)
def test_periods_are_months_and_iso_weeks_in_utc(four, at, month, week):
    assert (month_of(at), week_of(at)) == (month, week)
    post(finished(four, (1, 2, 3, 4), at=at))
    assert set(Standing.objects.values_list("period", flat=True)) == {"all", month, week}


def test_the_words_for_a_period():
    words = {"": "all", "all": "all", "month": "2025-03", "week": "2025-W10", "2024-W52": "2024-W52"}
    assert {word: period_from(word, NOON) for word in words} == words
    assert [period_from(word, NOON) for word in ("year", "2025-13", "2025-W54", "2025-W1", "' OR 1=1")] == [
        None
    ] * 5
