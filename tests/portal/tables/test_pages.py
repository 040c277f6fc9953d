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


def test_the_qr_code_is_a_picture_of_its_own(client: Client) -> None:
    answer = client.get(play(client) + "qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert b'xmlns="http://www.w3.org/2000/svg"' in answer.content


def test_a_code_is_found_in_any_case_and_with_spaces(client: Client) -> None:
    code = play(client).split("/")[2]
    answer = client.post("/tables/join/", {"code": f" {code[:2].lower()} {code[2:]}"})
    assert answer.headers["Location"] == f"/tables/{code}/"
    assert "There is no" in client.post("/tables/join/", {"code": "zzzzz"}, follow=True).content.decode()
