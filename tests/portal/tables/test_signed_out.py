"""A session that ends takes its sockets with it, and no others (spec: table-page, Accounts: sign out everywhere)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from portal.tables import consumers, store
from tests.portal.accounts.people import PASSWORD
from tests.portal.tables.at_tables import player, seated
from tests.portal.tables.pages import Page, browser

pytestmark = pytest.mark.django_db(transaction=True)
BYE = {"type": "bye", "code": "signed-out", "message": consumers.SIGNED_OUT}


@pytest.fixture(autouse=True)
def written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "SESSION_WRITTEN_S", 1.0)


async def is_open(page: Page) -> bool:
    await asyncio.sleep(1.5)
    return bool((await page.ask("ping"))["type"] == "pong")


async def test_signing_out_everywhere_ends_the_sockets_of_every_device(people: list[Any]) -> None:
    code = (await store.load(await seated([player(people[0]), player(people[1])], public=True))).setup.code
    desk, phone = [await sync_to_async(browser)(user=people[0]) for _ in range(2)]
    other = await sync_to_async(browser)(user=people[1])
    async with Page(code, desk) as one, Page(code, phone) as two, Page(code, other) as third:
        await sync_to_async(desk.post)("/account/sign-out-everywhere/")
        for page in (one, two):
            assert await page.until(lambda f: f["type"] == "bye") == BYE
            assert (await page.until(lambda f: f["type"] == "closed"))["type"] == "closed"
        assert await is_open(third)


async def test_signing_out_ends_the_sockets_of_this_browser_alone(people: list[Any]) -> None:
    code = (await store.load(await seated([player(people[0])], public=True))).setup.code
    desk, phone = [await sync_to_async(browser)(user=people[0]) for _ in range(2)]
    async with Page(code, desk) as one, Page(code, phone) as two:
        await sync_to_async(desk.post)("/accounts/logout/")
        assert await one.until(lambda f: f["type"] == "bye") == BYE
        assert await is_open(two)


async def test_a_session_that_cannot_be_read_just_now_is_looked_for_again(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postgres is away at the moment of signing out."""
    monkeypatch.setattr(consumers, "SESSION_WRITTEN_S", 0.1)
    real, asked = consumers.still_holds, 0

    async def away_twice(scope: Any) -> bool:
        nonlocal asked
        asked += 1
        if asked <= 2:
            raise OperationalError("the server is away")
        return await real(scope)

    monkeypatch.setattr(consumers, "still_holds", away_twice)
    code = (await store.load(await seated([player(people[0])], public=True))).setup.code
    desk = await sync_to_async(browser)(user=people[0])
    async with Page(code, desk) as one:
        await sync_to_async(desk.post)("/accounts/logout/")
        assert await one.until(lambda f: f["type"] == "bye") == BYE
    assert asked == 3


async def test_a_new_password_ends_the_sockets_of_the_other_devices(people: list[Any]) -> None:
    await sync_to_async(people[0].set_password)(PASSWORD)
    await people[0].asave()
    code = (await store.load(await seated([player(people[0])], public=True))).setup.code
    desk, phone = [await sync_to_async(browser)(user=people[0]) for _ in range(2)]
    async with Page(code, desk) as one, Page(code, phone) as two:
        new = {
            "oldpassword": PASSWORD,
            "password1": "quite another 7 one",
            "password2": "quite another 7 one",
        }
        answer = await sync_to_async(desk.post)("/accounts/password/change/", new)
        assert answer.status_code == 302
        assert await two.until(lambda f: f["type"] == "bye") == BYE
        assert await is_open(one)
