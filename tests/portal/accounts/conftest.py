"""People for the tests of accounts, and tables that cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache

from tests.portal.accounts.people import PASSWORD

if TYPE_CHECKING:  # this file may be loaded before Django's settings
    from django.test import Client

    from portal.accounts.models import User


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    """Rates are counted by address, and every test has the same one."""
    cache.clear()


@pytest.fixture
def person(db: None) -> Callable[[str], User]:
    """Makes somebody with an account."""
    return lambda name: get_user_model().objects.create_user(
        name, f"{name.lower().replace(' ', '')}@example.org", PASSWORD
    )


@pytest.fixture
def ann(person: Callable[[str], User]) -> User:
    return person("Ann Bee")


@pytest.fixture
def as_ann(client: Client, ann: User) -> Client:
    """A browser in which Ann is signed in."""
    client.post("/accounts/login/", {"login": ann.username, "password": PASSWORD})
    return client


@pytest.fixture
def left_tables(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose running games were left; nobody has any."""
    left: list[int] = []
    monkeypatch.setattr("portal.tables.lobby.cost_of_closing", lambda user_id: [])
    monkeypatch.setattr("portal.tables.lobby.close_account", left.append)
    return left
