"""The reviewers' pages, as a browser without JavaScript gets them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.leaving import Cause
from ladder.models import Appeal, Decision
from ladder.postings import CaseFile
from ladder.review import cases
from tests.ladder.conftest import finished, person, post, ref
from tests.ladder.review.cases import decide_by_form, leave, record, reviewer, signed_in, text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rita(four):
    return reviewer("Rita")


@pytest.fixture
def desk(rita):
    """Rita's browser."""
    return signed_in(rita)


def shown(response):
    """The numbers of the cases of a queue page."""
    return [int(number) for number in re.findall(r'/review/(\d+)/">Case', text(response))]


@pytest.mark.parametrize("address", ["/review/", "/review/1/", "/review/players/"])
def test_the_desk_is_for_reviewers_only(four, client, address):
    assert client.get(address).status_code == 302
    assert signed_in(four[0]).get(address).status_code == 403
    assert signed_in(four[0]).post("/review/decide/", {"case": "1:0"}).status_code == 403


def test_the_group_reviewer_may_use_the_desk_after_migrating(four):
    """The migration's own function, as tests with transactions empty that table."""
    from importlib import import_module

    from django.apps import apps
    from django.contrib.auth.models import Group

    import_module("ladder.review.migrations.0001_reviewers").allow(apps, None)
    eve = person("Eve")
    eve.groups.add(Group.objects.get(name="reviewer"))
    client = signed_in(eve)
    assert client.get("/review/").status_code == 200
    assert "/review/" in text(client.get("/account/"))


def test_the_queue_shows_undecided_cases_newest_first(four, desk):
    first, second = leave(four, 0), leave(four, 1, ref=ref(table="t2"))
    third = leave(four, 2, ref=ref(table="t3"))
    decide_by_form(desk, f"{second}:0")
    assert shown(desk.get("/review/")) == [third, first]
    assert shown(desk.get("/review/?state=decided")) == [second]
    assert shown(desk.get("/review/?state=all")) == [third, second, first]


def test_an_appeal_makes_a_decided_case_undecided_again(four, desk):
    case = leave(four, 0)
    decide_by_form(desk, f"{case}:0", "uphold")
    assert shown(desk.get("/review/")) == []
    Appeal.objects.create(abandonment_id=case, text="Look again.", at=timezone.now())
    assert shown(desk.get("/review/")) == [case]
    page = desk.get("/review/?state=undecided&appealed=on")
    assert shown(page) == [case]
    assert '<span class="tag">appealed</span>' in text(page)


def test_filters_by_cause_game_and_player(four, desk):
    time = leave(four, 0, cause=Cause.TIME)
    exit_ = leave(four, 1, ref=ref(table="t2"))
    chess = leave(four, 1, ref=ref(table="t3", game="chess"))
    assert shown(desk.get("/review/?cause=time")) == [time]
    assert shown(desk.get("/review/?game=black-lady")) == [exit_, time]
    assert shown(desk.get("/review/?player=bea")) == [chess, exit_]
    assert shown(desk.get("/review/?player=Bea&game=black-lady&cause=exit")) == [exit_]
    assert "No case matches these filters." in text(desk.get("/review/?player=Bea&cause=time"))


def test_a_filter_that_makes_no_sense_is_answered_in_words(four, desk):
    leave(four, 0)
    assert "Nobody has that name." in text(desk.get("/review/?player=Zorro"))
    assert "Select a valid choice." in text(desk.get("/review/?cause=boredom"))
    assert desk.get("/review/?before=nine").status_code == 200


def test_repeated_are_cases_after_two_more_of_that_player_within_thirty_days(four, desk):
    day, now = timedelta(days=1), timezone.now()
    ages = (80, 31, 29, 2, 1)
    made = [leave(four, 0, ref=ref(table=f"t{age}"), at=now - age * day) for age in ages]
    leave(four, 1, at=now - day)
    assert shown(desk.get("/review/?repeated=on")) == [made[4], made[3]]
    decide_by_form(desk, f"{made[2]}:0", "void")
    assert shown(desk.get("/review/?state=all&repeated=on")) == [], "a voided one counts for nothing"


def test_the_queue_comes_in_pages(four, desk, monkeypatch):
    monkeypatch.setattr(cases, "CASES_A_PAGE", 2)
    made = [leave(four, 0, ref=ref(table=f"t{n}")) for n in range(3)]
    page = desk.get("/review/?state=all&cause=exit")
    assert shown(page) == made[:0:-1]
    older = f"?state=all&amp;cause=exit&amp;before={made[1]}"
    assert f'href="{older}"' in text(page)
    assert shown(desk.get("/review/" + older.replace("&amp;", "&"))) == made[:1]


def test_a_page_of_the_queue_costs_the_same_queries_whatever_its_length(
    four, desk, django_assert_max_num_queries
):
    for n in range(8):
        decide_by_form(desk, f"{leave(four, n % 4, ref=ref(table=f't{n}'))}:0")
    with django_assert_max_num_queries(6):
        assert len(shown(desk.get("/review/?state=all"))) == 8


def test_several_are_decided_at_once_with_a_reason_and_own_ones_named(four, desk, rita):
    fine = [leave(four, 0), leave(four, 1, ref=ref(table="t2"))]
    own = leave([rita, *four[1:]], 2, ref=ref(table="t3"))
    assert '<span class="tag">own game</span>' in text(desk.get("/review/"))
    page = decide_by_form(desk, [f"{case}:0" for case in (*fine, own)], reason="Outage of the provider.")
    assert "2 cases are voided." in page
    assert f"Case {own} (Cal, Black Lady, " in page
    assert "You had a seat in this game" in page
    assert set(Decision.objects.values_list("abandonment_id", "reason")) == {
        (case, "Outage of the provider.") for case in fine
    }


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"reason": " "}, "Write a reason: the player reads it."),
        ({"case": []}, "Choose at least one case."),
        ({"verdict": "pardon"}, "Select a valid choice."),
        ({"case": "1:x"}, "This page was cut or changed."),
    ],
)  # fmt: skip
def test_nothing_is_decided_without_reason_case_and_verdict(four, desk, sent, told):
    whole = {"case": f"{leave(four, 0)}:0", "verdict": "void", "reason": "An outage.", "next": "/review/"}
    page = text(desk.post("/review/decide/", whole | sent, follow=True))
    assert f"Nothing was decided. {told}" in page
    assert not Decision.objects.exists()


def test_after_a_decision_one_goes_back_to_where_one_was_and_nowhere_else(four, desk):
    told = {"case": f"{leave(four, 0)}:0", "verdict": "void", "reason": "x"}
    assert desk.post("/review/decide/", told | {"next": "/review/?cause=exit"}).url == "/review/?cause=exit"
    assert desk.post("/review/decide/", told | {"next": "https://example.org/"}).url == "/review/"


def test_a_case_shows_rule_standing_points_appeal_and_decisions(four, desk):
    case = leave(four, 0)
    Appeal.objects.create(abandonment_id=case, text="Look <b>here</b>.", at=timezone.now())
    decide_by_form(desk, f"{case}:0", "uphold", "No outage that day.")
    page = text(desk.get(f"/review/{case}/"))
    for told in (
        "Single players, first hand or a one-hand game: the leaver loses a point.",
        '<th scope="row">Ann <span class="tag">left</span></th>',
        "Look &lt;b&gt;here&lt;/b&gt;.",
        "<b>Upheld</b> by <bdi>Rita</bdi>",
        "No outage that day.",
        "A new decision stands on top of the last one",
    ):
        assert told in page
    assert f'value="{case}:{Decision.objects.get().pk}"' in page


def test_nobody_decides_on_the_page_of_a_game_of_theirs_nor_sees_its_cards_while_it_runs(four, desk, rita):
    case = leave([rita, *four[1:]], 2)
    page = text(desk.get(f"/review/{case}/"))
    assert "You had a seat in this game: another reviewer has to decide." in page
    assert 'name="verdict"' not in page
    assert 'id="replay"' not in page
    assert 'id="timeline"' not in page
    post(finished([rita, four[1], None, four[3]], (1, 2, 3, 4)))
    page = text(desk.get(f"/review/{case}/"))
    assert 'id="replay"' in page
    assert 'name="verdict"' not in page


def test_a_case_without_a_playable_record_says_so(four, desk):
    page = text(desk.get(f"/review/{leave(four, 0, file=CaseFile(record={}))}/"))
    assert "There is no replay." in page
    case = leave(four, 1, ref=ref(table="t2"), file=CaseFile(record=record() | {"game": "whist"}))
    assert "There is no game of that slug" not in text(desk.get(f"/review/{case}/"))
    assert "There is no replay. There is no game" in text(desk.get(f"/review/{case}/"))


def test_a_closed_account_keeps_its_case_and_loses_its_name(four, desk):
    """ACC-04."""
    from portal.accounts.closing import forget_person

    case = leave(four, 0)
    forget_person(four[0].pk)
    page = text(desk.get(f"/review/{case}/"))
    assert "Left by closed account" in page
    assert "Ann" not in page
    assert shown(desk.get("/review/")) == [case]
    assert "Nobody has that name." in text(desk.get("/review/?player=Ann"))


def test_no_such_case_is_a_404(desk):
    assert desk.get("/review/999/").status_code == 404
    assert desk.get(f"/review/{10**18}/").status_code == 404
