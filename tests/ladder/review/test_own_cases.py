"""What players see of their own leavings, and appeals (spec: portal, Review)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.models import Appeal
from ladder.review.decisions import NOT_YET, VOID, Wish, decide
from tests.ladder.review.cases import leave, reviewer, signed_in, text

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def send(user, case, words="My train went into a tunnel."):
    return text(signed_in(user).post(f"/abandonments/{case}/", {"text": words}, follow=True))


def test_players_find_their_own_list_from_their_account(four):
    case = leave(four, 0)
    client = signed_in(four[0])
    assert "/abandonments/" in text(client.get("/account/"))
    page = text(client.get("/abandonments/"))
    assert f'<a href="/abandonments/{case}/">Black Lady, Beginner</a>' in page
    assert "−1 point" in page
    assert "no decision yet" in page
    assert "You have left no scored game." in text(signed_in(four[1]).get("/abandonments/"))


def test_a_case_tells_cause_rule_and_cost(four):
    page = text(signed_in(four[0]).get(f"/abandonments/{leave(four, 0)}/"))
    assert "Left by Exit" in page
    assert "Single players, first hand or a one-hand game: the leaver loses a point." in page
    assert "−1 point" in page


def test_nobody_sees_the_case_of_somebody_else(four, client):
    case = leave(four, 0)
    assert signed_in(four[1]).get(f"/abandonments/{case}/").status_code == 404
    assert signed_in(four[1]).post(f"/abandonments/{case}/", {"text": "Mine!"}).status_code == 404
    assert client.get(f"/abandonments/{case}/").status_code == 302
    assert not Appeal.objects.exists()


def test_the_player_reads_what_was_decided_why_and_by_whom(four):
    case = leave(four, 0)
    decide(
        Wish(case_id=case, seen=NOT_YET), reviewer("Rita"), VOID, "The whole town was dark.", timezone.now()
    )
    page = text(signed_in(four[0]).get(f"/abandonments/{case}/"))
    assert "<b>Voided</b> by <bdi>Rita</bdi>" in page
    assert "The whole town was dark." in page
    assert "taken back: the case is voided" in page
    assert "voided by <bdi>Rita</bdi>" in text(signed_in(four[0]).get("/abandonments/"))


def test_a_player_appeals_once(four):
    case = leave(four, 0)
    assert "Your appeal is with the reviewers." in send(four[0], case)
    page = send(four[0], case, "And another thing.")
    assert "You have appealed; a case can be appealed once." in page
    assert [one.text for one in Appeal.objects.all()] == ["My train went into a tunnel."]


def test_an_appeal_may_have_a_thousand_characters_lines_counted_as_the_browser_does(four):
    case = leave(four, 0)
    page = send(four[0], case, "x" * 1001)
    assert "at most 1000 characters (it has 1001)" in page
    assert not Appeal.objects.exists()
    send(four[0], case, "x" * 499 + "\r\n" + "y" * 500)
    assert len(Appeal.objects.get().text) == 1000


def test_an_empty_appeal_is_none(four):
    assert "Write what the reviewers should know." in send(four[0], leave(four, 0), " \n ")
    assert not Appeal.objects.exists()


def test_appeals_end_after_fourteen_days(four):
    late = leave(four, 0, at=timezone.now() - 14 * DAY - timedelta(minutes=1))
    assert "The 14 days for an appeal are over." in send(four[0], late)
    assert not Appeal.objects.exists()
    send(four[1], leave(four, 1, at=timezone.now() - 14 * DAY + timedelta(minutes=1)))
    assert Appeal.objects.count() == 1


def test_a_voided_case_needs_no_appeal(four):
    case = leave(four, 0)
    decide(Wish(case_id=case, seen=NOT_YET), reviewer(), VOID, "An outage.", timezone.now())
    assert "there is nothing left to appeal" in send(four[0], case)
    assert not Appeal.objects.exists()


def test_an_appeal_is_shown_as_it_was_typed_and_runs_nothing(four):
    case = leave(four, 0)
    page = send(four[0], case, "<script>alert(1)</script>")
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
