"""The pages around a table."""

from __future__ import annotations

import pytest
from django.test import Client

from portal.tables.models import Seat, Table

pytestmark = pytest.mark.django_db(transaction=True)


def play(client: Client, **more: str) -> str:
    answer = client.post("/play/", {"game": "black-lady", "level": "1", **more})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_one_click_puts_a_stranger_at_a_test_table(client: Client) -> None:
    page = client.get(play(client))
    assert page.status_code == 200
    assert not Table.objects.get().scored
    assert Seat.objects.get(kind="human").guest_key


def test_a_stranger_cannot_play_for_points(client: Client) -> None:
    assert play(client, scored="yes") == "/"
    assert not Table.objects.exists()


@pytest.mark.parametrize("bad", [{"game": "nope"}, {"level": "9"}, {"level": "x"}, {"game": ""}])
def test_odd_wishes_are_answered_in_words(client: Client, bad: dict[str, str]) -> None:
    assert play(client, **bad) == "/"
    assert client.get("/").context["messages"]
    assert not Table.objects.exists()


def test_the_form_needs_no_game_in_its_address(client: Client) -> None:
    assert client.get("/tables/new/").status_code == 200
    assert client.get("/tables/new/?game=nope").status_code == 404


def test_a_refused_form_says_at_its_top_what_to_look_at(client: Client) -> None:
    told = {"game": "black-lady", "rule_set": "portal", "scored": "no", "level": "1", "move_time_s": "3"}
    page = client.post("/tables/new/", told).content.decode()
    summary, _, form = page.partition('<p class="note">Scored games count')
    assert "The table is not made yet." in summary
    assert '<a href="#id_move_time_s">Seconds a move (scored)</a>: Ensure this value' in summary
    assert 'aria-describedby="id_move_time_s_error"' in form
    assert not Table.objects.exists()


def test_where_the_number_of_players_is_fixed_the_form_says_so(client: Client) -> None:
    assert "This rule set is for 4; others" in client.get("/tables/new/?game=black-lady").content.decode()
    varied = client.get("/tables/new/?game=black-lady&rule_set=classic").content.decode()
    assert '<option value="5"' in varied
    assert "This rule set is for" not in varied + client.get("/tables/new/?game=chess").content.decode()


def test_the_qr_code_is_a_picture_of_its_own(client: Client) -> None:
    answer = client.get(play(client) + "qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert b'xmlns="http://www.w3.org/2000/svg"' in answer.content


def test_a_code_is_found_in_any_case_and_with_spaces(client: Client) -> None:
    code = play(client).split("/")[2]
    answer = client.post("/tables/join/", {"code": f" {code[:2].lower()} {code[2:]}"})
    assert answer.headers["Location"] == f"/tables/{code}/"
    assert "There is no" in client.post("/tables/join/", {"code": "zzzzz"}, follow=True).content.decode()
