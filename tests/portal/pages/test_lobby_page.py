"""The lobby together with the tables and boards that stand behind it."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from portal.accounts.closing import close_account, cost_of_closing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", [None, "Bea"])
def test_a_stranger_and_a_guest_see_the_lobby(client: Client, name: str | None) -> None:
    if name:
        client.post("/guest/", {"name": name})
    page = client.get("/").content.decode()
    assert "Nobody is waiting." in page


def test_a_wrong_room_code_is_said_and_stays_in_its_place(client: Client) -> None:
    page = client.post("/tables/join/", {"code": "k7-mx2"}, follow=True).content.decode()
    assert "There is no open table with the code K7MX2." in page
    assert 'name="code" value="K7MX2"' in page


def test_closing_an_account_without_tables_costs_nothing() -> None:
    ann = get_user_model().objects.create_user("Ann Bee", "ann@example.org", "a long enough sentence")
    assert cost_of_closing(ann.pk) == []
    close_account(ann.pk)
    ann.refresh_from_db()
    assert ann.display_name == "closed account"
