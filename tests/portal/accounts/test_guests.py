"""Playing without an account."""

from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cache import SessionStore
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.test import Client, RequestFactory

from portal.accounts.guests import become_guest, guest_of
from portal.accounts.models import User
from portal.accounts.who import Who, awho, ensure_who, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger() -> HttpRequest:
    request = RequestFactory().get("/")
    request.session, request.user = SessionStore(), AnonymousUser()
    return request


def test_a_stranger_is_nobody_yet(stranger: HttpRequest) -> None:
    assert who(stranger) is None


def test_one_click_makes_a_stranger_a_guest_with_a_proposed_name(stranger: HttpRequest) -> None:
    guest = ensure_who(stranger)
    assert guest.is_guest
    assert guest.name.startswith("Guest ")
    assert who(stranger) == guest
    assert ensure_who(stranger) == guest


def test_a_guest_may_change_the_name_and_stays_the_same_guest(stranger: HttpRequest) -> None:
    before = become_guest(stranger, "Bea")
    after = become_guest(stranger, "Cleo")
    assert (after.key, after.name) == (before.key, "Cleo")


@pytest.mark.parametrize("name", ["ann bee", "Ánn Bee", "Iris", "admin"])
def test_a_guest_takes_nobodys_name(stranger: HttpRequest, ann: User, name: str) -> None:
    with pytest.raises(ValidationError):
        become_guest(stranger, name)
    assert guest_of(stranger.session) is None


def test_a_socket_knows_people_and_guests_like_a_page(stranger: HttpRequest, ann: User) -> None:
    guest = ensure_who(stranger)
    assert who({"user": AnonymousUser(), "session": stranger.session}) == guest
    assert who({"user": ann, "session": stranger.session}) == Who(
        user_id=ann.pk, guest_key=None, name="Ann Bee"
    )
    assert who({}) is None


def test_an_async_view_knows_them_too(stranger: HttpRequest) -> None:
    guest = ensure_who(stranger)

    async def anonymous() -> AnonymousUser:
        return AnonymousUser()

    stranger.auser = anonymous
    assert async_to_sync(awho)(stranger) == guest


def test_the_guest_page_takes_a_name_and_goes_on(client: Client) -> None:
    assert client.post("/guest/", {"name": "Bea", "next": "/rules/"})["Location"] == "/rules/"
    assert client.session["guest"]["name"] == "Bea"


def test_the_guest_page_leads_nowhere_else(client: Client) -> None:
    assert client.post("/guest/", {"name": "Bea", "next": "https://example.org/"})["Location"] == "/"


def test_the_guest_page_refuses_in_plain_words(client: Client, person: Callable[[str], User]) -> None:
    person("Bea")
    page = client.post("/guest/", {"name": "BEA"}).content.decode()
    assert "is taken. Take another one." in page
    assert 'value="BEA"' in page
