"""Published figures, players who leave often, and the admin (spec: portal, Review)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.utils import timezone

from games.api import Leaving
from ladder.leaving import Cause
from ladder.models import Abandonment, Appeal, Decision, Entry, Played
from ladder.review import figures
from tests.ladder.conftest import NOON, finished, person, post, ref
from tests.ladder.review.cases import (
    PARTNERS,
    decide_by_form,
    leave,
    leave_behind_with_partner,
    record,
    reviewer,
    signed_in,
    text,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh_figures(db):
    cache.clear()


def numbers(row):
    return row["leavings"], row["charges"], row["appeals"], row["reversals"]


def test_figures_count_leavings_charges_appeals_and_reversals_by_cause_and_month(four):
    march, april = datetime(2025, 3, 31, 23, tzinfo=UTC), datetime(2025, 4, 1, 1, tzinfo=UTC)
    first = leave(four, 0, at=march)
    leave(four, 1, ref=ref(table="t2"), at=april, cause=Cause.TIME)
    ahead = replace(PARTNERS, scores=(60, 20))
    leave(four, 2, ref=ref(table="t3", game="spades"), rule=Leaving.PARTNERS, basis=ahead, at=april)
    Appeal.objects.create(abandonment_id=first, text="No.", at=timezone.now())
    decide_by_form(signed_in(reviewer()), f"{first}:0")
    found = figures.count()
    causes = {cause: numbers(row) for cause, row in found["causes"] if row["leavings"]}
    assert causes == {"exit": (2, 1, 1, 1), "time": (1, 1, 0, 0)}
    assert [(f"{row['month']:%Y-%m}", numbers(row)) for row in found["months"]] == [
        ("2025-04", (2, 1, 0, 0)), ("2025-03", (1, 1, 1, 1)),
    ]  # fmt: skip
    assert numbers(found["all"]) == (3, 2, 1, 1)


def test_the_figures_are_published_for_everybody(four, client):
    leave(four, 0)
    page = text(client.get("/abandonments/figures/"))
    assert "Ran out of move time" in page
    assert '<td class="number" data-label="Leavings">1</td>' in page
    assert "Ann" not in page


def test_players_who_leave_often_are_listed_with_their_rate(four):
    for n in range(3):
        leave(four, 0, ref=ref(table=f"left{n}"), at=NOON)
    for n in range(2):
        leave(four, 1, ref=ref(table=f"left{n}"), at=NOON)
    for n in range(9):
        post(finished(four, (1, 2, 3, 4), ref=ref(table=f"played{n}")))
    rows, more = figures.many("2025-03")
    assert [(row["player__username"], row["leavings"], row["scored"], row["rate"]) for row in rows] == [
        ("Ann", 3, 12, 25.0)
    ]
    assert not more
    desk = signed_in(reviewer())
    assert "25.0 %" in text(desk.get("/review/players/"))
    assert "Nobody has left that often." in text(desk.get("/review/players/?period=month"))
    assert desk.get("/review/players/?period=eternity").status_code == 404
    decide_by_form(desk, f"{Abandonment.objects.filter(player=four[0]).first().pk}:0")
    assert "Nobody has left that often." in text(desk.get("/review/players/"))


@pytest.fixture
def admin(four):
    boss = person("Boss")
    boss.is_staff = boss.is_superuser = True
    boss.save()
    return signed_in(boss)


def test_reviewers_are_made_in_the_admin(admin):
    eve = person("Eve")
    group, _ = Group.objects.get_or_create(name="reviewer")
    group.permissions.add(Permission.objects.get(codename="review_abandonments"))
    assert signed_in(eve).get("/review/").status_code == 403
    told = {"username": "Eve", "email": "", "is_active": "on", "groups": [group.pk]}
    response = admin.post(f"/admin/accounts/user/{eve.pk}/change/", told)
    assert response.status_code == 302, response.context["errors"]
    assert signed_in(eve).get("/review/").status_code == 200


@pytest.mark.parametrize("model", [Entry, Abandonment, Appeal, Decision, Played])
def test_the_ladder_can_be_read_in_the_admin_and_not_written(admin, four, model):
    case = leave_behind_with_partner(four)
    Appeal.objects.create(abandonment_id=case, text="No.", at=timezone.now())
    decide_by_form(signed_in(reviewer()), f"{case}:0")
    address = f"/admin/ladder/{model._meta.model_name}/"
    row = model.objects.first()
    assert admin.get(address).status_code == 200
    page = admin.get(f"{address}{row.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in text(page)
    assert admin.post(f"{address}{row.pk}/change/", {}).status_code == 403
    assert admin.get(f"{address}add/").status_code == 403
    assert admin.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_the_admin_does_not_show_the_cards_of_a_game_that_may_still_run(admin, four):
    page = text(admin.get(f"/admin/ladder/abandonment/{leave(four, 0)}/change/"))
    assert record()["events"][0]["hands"][0] not in page
    assert "portal-record" not in page
