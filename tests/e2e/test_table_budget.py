"""What the table page costs: bytes, requests to others, and the time between a click and its card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from games.registry import all_games, game
from portal.static_storage import shrunk
from tests.e2e.mock.browser import HOST, open_table
from tests.e2e.mock.table import MockTable

pytestmark = pytest.mark.e2e
BUDGET_BYTES = 120_000
CLICK_MS = 50
STATIC = Path(__file__).resolve().parents[2] / "portal/static/portal"
LOADED = """() => Promise.all(performance.getEntriesByType("resource")
    .filter(entry => /[.](js|css)$/.test(entry.name))
    .map(async entry => [entry.name, new Blob([await (await fetch(entry.name)).text()]).size]))"""


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    return chromium


def running(slug: str) -> MockTable:
    """A table of this game at which the page's seat is due."""
    seats = game(slug).engine.info.rule_sets[0].default_seats
    table = MockTable(slug=slug, seats=seats, seed=3, scored=False)
    if table.game.engine.chance(table.state):
        table.deal()
    table.until_own_turn()
    return table


def loaded(page: Page) -> dict[str, int]:
    """Scripts and styles that the page has fetched so far, and their bytes."""
    sizes = page.evaluate(LOADED)
    assert all(name.startswith(HOST) for name, _ in sizes)
    return {name.removeprefix(HOST): size for name, size in sizes}


def load_the_rest(page: Page, table: MockTable) -> None:
    """Everything that is fetched when it is first needed: windows, questions, sounds, the lobby of a table."""
    for name in ("Chat", "Scores", "Rules", "Settings", "Help", "Menu"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.is_visible():
            button.click()
            expect(page.locator(f'.window[data-window="{name.lower()}"]')).to_be_visible()
            page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Exit").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    table.status = "over"
    table.push()
    expect(page.locator('.window[data-window="game-over"]')).to_be_visible()
    table.status, table.dealing = (
        "open",
        {"hand": 1, "commitment": "", "context": "1/1/1", "nonce_wanted": True},
    )
    table.push()
    expect(page.locator(".lobby")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByName(new URL('deals.js', "
                           "document.querySelector('[src$=\"table.js\"]').src).href).length")  # fmt: skip


@pytest.mark.parametrize("slug", [kind.engine.info.slug for kind in all_games()])
def test_scripts_and_styles_of_a_game_stay_within_their_budget(browser: Browser, slug: str) -> None:
    table = running(slug)
    page, problems = open_table(browser, table)
    expect(page.locator("#table.mine")).to_be_visible()
    page.wait_for_function("slug => document.querySelector('.play').innerText && performance"
                           ".getEntriesByType('resource').some(one => one.name.endsWith(`/${slug}/client.js`))",
                           arg=slug)  # fmt: skip
    first = loaded(page)
    load_the_rest(page, table)
    everything = loaded(page)
    print(f"{slug}: {sum(first.values())} bytes at first view, {sum(everything.values())} with every window")
    assert sum(everything.values()) < BUDGET_BYTES, sorted(everything.items(), key=lambda pair: -pair[1])
    assert len(everything) > len(first)
    assert problems == []


def test_every_script_of_the_page_is_counted(browser: Browser) -> None:
    """Whatever the page's modules import, at once or later, is among what the budget counts."""
    table = running("black-lady")
    page, _ = open_table(browser, table)
    load_the_rest(page, table)
    counted = {name.removeprefix("/static/portal/js/") for name in loaded(page) if "/portal/js/" in name}
    named = {"theme.js", "table.js"}
    waiting = [*named]
    while waiting:
        file = STATIC / "js" / waiting.pop()
        found = re.findall(r'\b(?:from|import\()"(\.[^"]+\.js)"', shrunk(file).decode())
        fresh = {str((file.parent / other).resolve().relative_to(STATIC / "js")) for other in found} - named
        named |= fresh
        waiting += fresh
    assert named - counted == set()


def _click_ms(browser: Browser) -> float:
    table = MockTable(seed=3)
    table.deal()
    table.play_tricks(1)
    table.until_own_turn()
    page, _ = open_table(browser, table)
    name = table.view()["legal"]["acts"][0].split()[1]
    expect(page.locator(f'.hand [data-card="{name}"]')).to_be_visible()
    took: float = page.evaluate(
        """async name => {
          await new Promise(done => requestIdleCallback(done));
          const start = performance.now();
          document.querySelector(`.hand [data-card="${name}"]`).click();
          await new Promise(done => requestAnimationFrame(done));
          return document.querySelector(`.trick [data-card="${name}"]`) ? performance.now() - start : 1e9;
        }""",
        name,
    )
    page.context.close()
    return took


def test_a_click_shows_its_card_within_50_ms(browser: Browser) -> None:
    assert any(_click_ms(browser) < CLICK_MS for _ in range(10))  # others use this machine too
