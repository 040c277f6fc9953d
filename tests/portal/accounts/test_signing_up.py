"""Signing up and in: any spelling of a name is that name (ACC-03)."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test import Client
from pytest_django import Settings

from portal.accounts.models import User
from tests.portal.accounts.people import PASSWORD

pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str, email: str = "new@example.org") -> str:
    """The page that comes back after the form was sent, redirects followed."""
    form = {"username": name, "email": email, "password1": PASSWORD}
    answer = client.post("/accounts/signup/", form, follow=False)
    assert answer.status_code in (200, 302)
    return answer.content.decode() if answer.status_code == 200 else ""


def test_signing_up_signs_in_and_sends_a_mail_to_verify_the_address(client: Client) -> None:
    assert sign_up(client, "Ann Bee") == ""
    assert client.get("/account/").context["user"].username == "Ann Bee"
    assert mail.outbox[0].to == ["new@example.org"]
    assert "/accounts/confirm-email/" in mail.outbox[0].body


def test_after_signing_up_one_is_told_of_the_mail_and_that_it_can_wait(client: Client) -> None:
    form = {"username": "Ann Bee", "email": "new@example.org", "password1": PASSWORD}
    page = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert "A mail to new@example.org has a link that verifies the address. You can play meanwhile." in page


def test_an_address_that_is_none_is_said_so_with_an_example(client: Client) -> None:
    assert "One looks like name@example.com." in sign_up(client, "Ann Bee", "a@b")


def test_a_mail_server_that_fails_keeps_nobody_out(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    form = {"username": "Ann Bee", "email": "new@example.org", "password1": PASSWORD}
    page = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert "The mail could not be sent just now." in page
    assert client.get("/account/").context["user"].username == "Ann Bee"


def test_the_mails_link_verifies_the_address(client: Client) -> None:
    sign_up(client, "Ann Bee")
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
    assert link
    assert "new@example.org" in client.get(link[1]).content.decode()
    client.post(link[1])
    assert User.objects.get().emailaddress_set.get().verified


@pytest.mark.parametrize("twin", ["ANN BEE", "ann bee", "Ａｎｎ Ｂｅｅ", "Ánn Beé", "Ann  Bee"])
def test_a_look_alike_of_a_taken_name_is_refused_and_what_was_typed_stays(
    client: Client, ann: User, twin: str
) -> None:
    page = sign_up(client, twin)
    assert "is taken. Take another one." in page
    assert 'value="new@example.org"' in page
    assert User.objects.count() == 1


def test_an_address_serves_one_account_in_any_case(client: Client, ann: User) -> None:
    assert "There is an account with this address already." in sign_up(client, "Bea", "ANNBEE@Example.org")


def test_a_bad_name_is_refused_in_plain_words(client: Client) -> None:
    assert "A name has at least 3 characters. Add 1 or more." in sign_up(client, "Al")


@pytest.mark.parametrize(
    "typed", ["Ann Bee", "aNN bEE", "Ａｎｎ Bee", "annbee@example.org", "ANNBEE@EXAMPLE.ORG"]
)
def test_any_spelling_of_name_or_address_signs_in(client: Client, ann: User, typed: str) -> None:
    client.post("/accounts/login/", {"login": typed, "password": PASSWORD})
    assert client.get("/account/").context["user"] == ann


def test_a_wrong_password_is_refused_and_the_name_stays_in_its_place(client: Client, ann: User) -> None:
    page = client.post("/accounts/login/", {"login": "Ann Bee", "password": "wrong"}).content.decode()
    assert "do not belong together" in page
    assert 'value="Ann Bee"' in page


def test_wrong_passwords_are_counted_by_person_and_not_by_spelling(client: Client, ann: User) -> None:
    for spelling in ["Ann Bee", "ANN BEE", "ann bee", "Ánn Bee", "Ann Beé"]:
        client.post("/accounts/login/", {"login": spelling, "password": "wrong"})
    page = client.post("/accounts/login/", {"login": "aNN bee", "password": PASSWORD}).content.decode()
    assert "Too many tries" in page


def test_too_many_sign_ups_from_one_address_get_a_plain_page(client: Client) -> None:
    for number in range(20):
        client.post("/accounts/signup/", {"username": f"x{number}"})
    answer = client.post("/accounts/signup/", {"username": "Ann Bee"})
    assert answer.status_code == 429
    assert "That was too often in a short time" in answer.content.decode()


def test_passwords_are_kept_by_argon2(ann: User) -> None:
    assert ann.password.startswith("argon2")


def test_the_database_itself_refuses_a_twin(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="ANN BEE")])
    bea = User.objects.create_user("Bea")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=bea.pk).update(username="ann bee")


def test_a_proven_address_goes_to_who_proved_it(client: Client, person: Callable[[str], User]) -> None:
    """Somebody else had only claimed it; both keep their accounts, and nothing breaks."""
    sign_up(client, "Ann Bee", "first@example.org")
    client.post("/accounts/email/", {"email": "shared@example.org", "action_add": ""})
    claimer = User.objects.create_user("Claimer", "shared@example.org", PASSWORD)
    link = re.search(r"http://testserver(\S+confirm-email\S+)", mail.outbox[-1].body)
    assert link
    assert client.post(link[1]).status_code == 302
    claimer.refresh_from_db()
    assert claimer.email == ""
    assert User.objects.get(username="Ann Bee").email == "shared@example.org"


@pytest.mark.django_db(transaction=True)
def test_of_two_sign_ups_at_once_one_wins_and_the_other_is_told() -> None:
    start = Barrier(2)

    def attempt(name: str) -> tuple[int, str]:
        start.wait()
        try:
            form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD}
            answer = Client().post("/accounts/signup/", form)
            return answer.status_code, answer.content.decode()
        finally:
            connection.close()

    for number in range(3):
        with ThreadPoolExecutor(2) as two:
            answers = sorted(two.map(attempt, [f"Bea{number}x", f"BEA{number}X"]))
        assert [status for status, _ in answers] == [200, 302]
        assert "is taken. Take another one." in answers[0][1]
        assert User.objects.filter(username__iexact=f"bea{number}x").count() == 1
