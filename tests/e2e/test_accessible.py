"""axe finds nothing wrong on any page, by day and by night (WCAG 2.2 AA)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest
from axe_playwright_python.sync_playwright import Axe
from dotenv import dotenv_values
from playwright.sync_api import Browser, Page, expect

from portal.data import environment_file
from tests.e2e.mock.browser import open_table
from tests.e2e.mock.table import MockTable
from tests.e2e.people import Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WCAG = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
OPEN_TO_ALL = (
    "/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/rules/", "/rules/black-lady/",
    "/rules/spades/", "/rules/chess/", "/versions/", "/privacy/", "/fair-deals/", "/fair-deals/algorithm/",
    "/leaderboards/", "/leaderboards/black-lady/1/", "/abandonments/figures/", "/no-such-page/",
    "/tables/new/?game=black-lady", "/tables/new/?game=spades", "/tables/new/?game=chess",
)  # fmt: skip
OF_AN_ACCOUNT = (
    "/", "/account/", "/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/abandonments/",
    "/tables/new/", "/review/", "/review/players/", "/review/reports/",
)  # fmt: skip
THEMES = ("light", "dark")


def faults(page: Page) -> list[str]:
    """What axe finds once nothing moves any more: a sheet that still fades in has the contrast of neither end."""
    page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
            .filter(one => Number.isFinite(one.effect.getComputedTiming().endTime)).map(one => one.finished))"""
    )
    found: list[dict[str, Any]] = Axe().run(page, options=WCAG).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


@pytest.fixture(scope="module")
def reviewer(chromium: Browser, portal_and_data: tuple[str, Path]) -> tuple[Any, list[str]]:
    """The state of a reviewer's browser, and the pages of a game that they have just left."""
    address, data = portal_and_data
    person = Person(chromium, address, "Axel", viewport={"width": 1280, "height": 800})
    person.sign_up()
    with psycopg.connect(str(dotenv_values(environment_file(data))["DATABASE_URL"])) as conn:
        conn.execute("UPDATE accounts_user SET is_superuser = true, is_staff = true WHERE username = 'Axel'")
    page = person.page
    page.get_by_role("button", name="Play Black Lady").click()
    expect(page.locator(".hand .card")).to_have_count(13, timeout=15_000)
    page.get_by_role("button", name="Exit", exact=True).click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Play Black Lady")).to_be_visible()
    page.goto("/abandonments/")
    case = page.locator("main a[href^='/abandonments/']:not([href$='figures/'])").first.get_attribute("href")
    page.goto("/players/Axel/")
    game = page.locator("main a[href^='/games/']").first.get_attribute("href")
    assert case is not None
    assert game is not None
    state = page.context.storage_state()
    page.context.close()
    return state, [case, case.replace("/abandonments/", "/review/"), game, f"{game}replay/", "/players/Axel/"]


@pytest.mark.parametrize("theme", THEMES)
def test_pages_that_are_open_to_all(chromium: Browser, portal: str, theme: Any) -> None:
    page = chromium.new_context(base_url=portal, color_scheme=theme).new_page()
    found = {}
    for path in OPEN_TO_ALL:
        page.goto(path)
        found[path] = faults(page)
    page.context.close()
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_pages_of_an_account_and_of_the_review_desk(
    chromium: Browser, portal: str, reviewer: tuple[Any, list[str]], theme: Any
) -> None:
    state, of_the_game = reviewer
    page = chromium.new_context(base_url=portal, color_scheme=theme, storage_state=state).new_page()
    found = {}
    for path in (*OF_AN_ACCOUNT, *of_the_game):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        found[path] = faults(page)
    page.context.close()
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", ["black-lady", "spades", "chess"])
def test_the_table(chromium: Browser, slug: str, theme: Any) -> None:
    seats = 2 if slug == "chess" else 4
    table = MockTable(slug=slug, seats=seats, seed=3, scored=False)
    if table.game.engine.chance(table.state):
        table.deal()
    page, _ = open_table(chromium, table, color_scheme=theme, viewport={"width": 390, "height": 844})
    found = {"at first": faults(page)}
    for name in ("Chat", "Menu"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("aside.window h2")).to_have_text(name)
        found[name] = faults(page)
        page.keyboard.press("Escape")
    page.context.close()
    assert {state: told for state, told in found.items() if told} == {}
