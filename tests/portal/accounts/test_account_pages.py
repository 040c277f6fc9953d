"""What somebody can change about their account, and closing it."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from pytest_django import Settings

from portal.accounts.models import User
from portal.tables import lobby
from tests.portal.accounts.people import PASSWORD

pytestmark = pytest.mark.django_db


def test_an_account_may_take_another_name(as_ann: Client, ann: User) -> None:
    as_ann.post("/account/name/", {"username": "Bea"})
    ann.refresh_from_db()
    assert (ann.username, ann.name_key) == ("Bea", "bea")


def test_the_account_page_leads_to_ones_standings_and_finished_games(as_ann: Client) -> None:
    assert 'href="/players/Ann%20Bee/"' in as_ann.get("/account/").content.decode()
    assert 'href="/players/Ann%20Bee/"' in as_ann.get("/nowhere/").content.decode()


def test_an_account_may_change_the_case_of_its_own_name(as_ann: Client, ann: User) -> None:
    as_ann.post("/account/name/", {"username": "ANN BEE"})
    ann.refresh_from_db()
    assert ann.username == "ANN BEE"


@pytest.mark.parametrize("twin", ["NAME ONE", "name one", "Nàme One"])
def test_renaming_to_a_look_alike_of_a_taken_name_is_refused(
    as_ann: Client, ann: User, person: Callable[[str], User], twin: str
) -> None:
    person("Name One")
    page = as_ann.post("/account/name/", {"username": twin}).content.decode()
    assert "is taken. Take another one." in page
    assert f'value="{twin}"' in page
    ann.refresh_from_db()
    assert ann.username == "Ann Bee"


def test_a_forgotten_password_is_replaced_by_a_link_in_a_mail(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": ann.email})
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
    assert link
    page = client.get(link[1], follow=True)
    client.post(
        page.request["PATH_INFO"], {"password1": "quite another one", "password2": "quite another one"}
    )
    ann.refresh_from_db()
    assert ann.check_password("quite another one")


def test_a_reset_for_an_unknown_address_tells_the_asker_nothing(client: Client, ann: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": ann.email}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content


def test_signing_out_everywhere_ends_the_sessions_of_other_devices(as_ann: Client, ann: User) -> None:
    phone = Client()
    phone.post("/accounts/login/", {"login": "ann bee", "password": PASSWORD})
    assert phone.get("/account/").status_code == 200
    as_ann.post("/account/sign-out-everywhere/")
    assert phone.get("/account/").status_code == 302
    assert as_ann.get("/account/").status_code == 302


def test_closing_asks_for_the_password(as_ann: Client, ann: User, left_tables: list[int]) -> None:
    page = as_ann.post("/account/close/", {"password": "wrong"}).content.decode()
    assert "This is not your password. Nothing was closed." in page
    ann.refresh_from_db()
    assert not ann.is_closed
    assert left_tables == []


def test_closing_says_first_what_it_costs(as_ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def costs(user_id: int) -> list[str]:
        return ["Chess at table K7MX2: Leaving now costs you one point."]

    monkeypatch.setattr(lobby, "cost_of_closing", costs)
    page = as_ann.get("/account/close/").content.decode()
    assert "Chess at table K7MX2: Leaving now costs you one point." in page


def test_a_closed_account_keeps_nothing_personal_and_cannot_sign_in(
    as_ann: Client, ann: User, left_tables: list[int]
) -> None:
    as_ann.post("/account/close/", {"password": PASSWORD})
    assert left_tables == [ann.pk]
    ann.refresh_from_db()
    assert (ann.display_name, ann.email, ann.is_active) == ("closed account", "", False)
    assert "Ann" not in ann.username
    assert not EmailAddress.objects.filter(user=ann).exists()
    assert as_ann.get("/account/").status_code == 302
    page = Client().post("/accounts/login/", {"login": "Ann Bee", "password": PASSWORD}).content.decode()
    assert "do not belong together" in page


def test_nobody_can_take_the_name_of_a_closed_account(
    as_ann: Client, client: Client, left_tables: list[int]
) -> None:
    as_ann.post("/account/close/", {"password": PASSWORD})
    form = {"username": "ANN BEE", "email": "new@example.org", "password1": PASSWORD}
    assert "is taken" in Client().post("/accounts/signup/", form).content.decode()


@pytest.fixture
def verified(ann: User) -> None:
    """Ann's address is proven, without which no second factor is set up."""
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)


@pytest.mark.usefixtures("verified")
def test_two_factor_sign_in_asks_for_a_code(
    as_ann: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = next(
        iter(totp.yield_hotp_counters_from_time())
    )  # a code's half minute does not end in this test
    monkeypatch.setattr(totp, "yield_hotp_counters_from_time", lambda: iter((counter,)))
    as_ann.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = as_ann.get("/accounts/2fa/totp/activate/").context["form"].secret
    code = totp.format_hotp_value(totp.hotp_value(secret, counter))
    as_ann.post("/accounts/2fa/totp/activate/", {"code": code})
    phone = Client()
    answer = phone.post("/accounts/login/", {"login": "Ann Bee", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
    assert phone.get("/account/").status_code == 302


@pytest.mark.usefixtures("verified")
def test_reviewers_need_a_second_factor_where_the_setting_says_so(
    as_ann: Client, ann: User, settings: Settings
) -> None:
    ann.groups.add(Group.objects.get_or_create(name="reviewer")[0])
    assert as_ann.get("/account/").status_code == 200
    settings.REQUIRE_SECOND_FACTOR = True
    assert as_ann.get("/account/")["Location"] == "/accounts/2fa/totp/activate/"
    as_ann.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert as_ann.get("/accounts/2fa/totp/activate/").status_code == 200


def test_the_admin_is_entered_by_the_sites_own_sign_in(client: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/")


def test_the_admin_shows_markup_in_names_as_text(client: Client, person: Callable[[str], User]) -> None:
    """SEC-02."""
    person("<b onclick=x>q</b>")
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org", PASSWORD))
    page = client.get("/admin/accounts/user/").content.decode()
    assert "&lt;b onclick=x&gt;q&lt;/b&gt;" in page
    assert "<b onclick" not in page


def test_markup_in_a_name_is_shown_literally_on_pages_and_in_mails(
    client: Client, person: Callable[[str], User]
) -> None:
    """SEC-02."""
    form = {"username": "<b onclick=x>q</b>", "email": "q@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    page = client.get("/account/").content.decode()
    assert "&lt;b onclick=x&gt;q&lt;/b&gt;" in page
    assert "<b onclick" not in page
    assert mail.outbox[0].content_subtype == "plain"
    assert "Hello <b onclick=x>q</b>," in mail.outbox[0].body
