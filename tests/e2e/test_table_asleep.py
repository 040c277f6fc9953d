"""A laptop that slept for ten minutes on its player's turn (scenario CON-04)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.mock.browser import open_table, stop_clock
from tests.e2e.mock.table import MockTable, playing

pytestmark = pytest.mark.e2e
TEN_MINUTES = 600_000


@pytest.fixture
def table() -> MockTable:
    """A hand at the page's turn to play."""
    made = playing(1)
    made.ms_left = 52_000
    return made


def sent(table: MockTable, kind: str) -> int:
    return sum(frame["type"] == kind for frame in table.received)


def sleep(page: Page, table: MockTable) -> None:
    """Meanwhile the move clock of the seat has begun anew."""
    table.ms_left = 21_000
    table.version += 1
    page.clock.fast_forward(TEN_MINUTES)


def click_a_card(page: Page, table: MockTable) -> str:
    card = str(table.view()["legal"]["acts"][0].split()[1])
    page.locator(f'.hand [data-card="{card}"]').dispatch_event("click")
    return card


def test_a_card_clicked_before_the_sleep_is_not_sent_after_it(chromium: Browser, table: MockTable) -> None:
    page, problems = open_table(chromium, table, with_clock=True)
    stop_clock(page)
    table.hang_up()
    expect(page.locator('[data-part="banner"]')).to_be_visible()
    card = click_a_card(page, table)
    sleep(page, table)
    expect(page.locator('[data-part="banner"]')).to_be_hidden()
    expect(page.locator(f'.hand [data-card="{card}"]')).to_be_visible()
    page.clock.run_for(3_000)
    assert table.connections == 2
    assert sent(table, "act") == 0
    click_a_card(page, table)
    expect(page.locator(f'.trick [data-card="{card}"]')).to_be_visible()
    assert sent(table, "act") == 1, "what is clicked now counts"
    assert problems == []


def test_a_tab_whose_line_has_held_asks_once_how_it_stands(chromium: Browser, table: MockTable) -> None:
    page, problems = open_table(chromium, table, with_clock=True)
    stop_clock(page)
    asked = sent(table, "snapshot")
    sleep(page, table)
    expect(page.locator(".plate-figures").filter(has_text=re.compile("^2[01]$"))).to_have_count(1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(1_000)
    assert sent(table, "snapshot") == asked + 1
    assert table.connections == 1
    assert problems == []
