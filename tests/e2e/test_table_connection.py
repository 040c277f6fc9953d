"""The table page when the server says goodbye, or when the line is cut: what it says, and when it comes back."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from portal.tables import guesses
from portal.tables.consumers import GONE, PRIVATE
from tests.e2e.mock.browser import open_table, stop_clock
from tests.e2e.mock.table import MockTable

pytestmark = pytest.mark.e2e
BANNER = '[data-part="banner"]'


@pytest.fixture
def table() -> MockTable:
    made = MockTable(seed=3)
    made.deal()
    return made


def test_too_many_wrong_codes_are_said_and_the_page_waits_a_minute(
    chromium: Browser, table: MockTable
) -> None:
    table.bye = {"code": "too-fast", "message": guesses.TOO_MANY}
    page, problems = open_table(chromium, table)
    expect(page.locator(BANNER)).to_have_text(f"{guesses.TOO_MANY} Trying again in 60 seconds.")
    expect(page.locator('[data-part="status"]')).to_have_text("Not at the table.")
    page.evaluate("dispatchEvent(new Event('online'))")  # asks to connect, as waking up does
    assert table.connections == 1
    assert problems == []


def test_after_that_minute_the_page_comes_back_by_itself(chromium: Browser, table: MockTable) -> None:
    table.bye = {"code": "too-fast", "message": guesses.TOO_MANY}
    page, _ = open_table(chromium, table, with_clock=True)
    stop_clock(page)
    left_ms = page.evaluate("tablePage.connection.notBefore - performance.now()")
    page.clock.run_for(int(left_ms) - 100)
    assert table.connections == 1
    table.bye = {}
    page.clock.run_for(2_000)
    expect(page.locator(".plate").first).to_be_visible()
    expect(page.locator(BANNER)).to_be_hidden()
    assert table.connections == 2


@pytest.mark.parametrize(("code", "message"), [("gone", GONE), ("private", PRIVATE)])
def test_a_goodbye_for_good_is_said_with_a_way_out(
    chromium: Browser, table: MockTable, code: str, message: str
) -> None:
    table.bye = {"code": code, "message": message}
    page, _ = open_table(chromium, table, with_clock=True)
    expect(page.locator(BANNER)).to_have_text(f"{message} Back to the lobby")
    page.clock.run_for(120_000)
    assert table.connections == 1


def test_goodbyes_again_and_again_are_met_with_longer_and_longer_waits(
    chromium: Browser, table: MockTable
) -> None:
    table.bye = {"code": "restarting", "message": "The portal is restarting. Your game is kept."}
    page, _ = open_table(chromium, table, with_clock=True)
    stop_clock(page)
    page.clock.run_for(15_000)
    assert 2 <= table.connections <= 7  # by 0.4, 1, 2, 4, 8 and 10 s; by 0.4 s each time it would be 50
    expect(page.locator(BANNER)).to_contain_text("The portal is restarting. Your game is kept.")


def test_a_cut_line_is_said_and_the_page_comes_back_with_a_half_made_choice(
    chromium: Browser, table: MockTable
) -> None:
    page, _ = open_table(chromium, table, with_clock=True)
    for name in table.view()["hand"][:2]:
        page.locator(f'.hand [data-card="{name}"]').dispatch_event("click")
    expect(page.locator(".hand .chosen")).to_have_count(2)
    stop_clock(page)
    table.hang_up()
    expect(page.locator(BANNER)).to_contain_text(
        "The connection is lost. Trying again in 1 second. Your seat is kept."
    )
    page.clock.run_for(1_000)
    expect(page.locator(BANNER)).to_be_hidden()
    expect(page.locator(".hand .chosen")).to_have_count(2)
    assert table.connections == 2


def test_whoever_has_lost_the_seat_is_told_why_and_nothing_invites_to_act(
    chromium: Browser, table: MockTable
) -> None:
    page, problems = open_table(chromium, table)
    expect(page.locator(".hand .card").first).to_be_visible()
    table.send(json.dumps({"type": "bye", "code": "left", "message": "Your time ran out."}))
    table.hang_up()
    expect(page.locator(BANNER)).to_have_text("Your time ran out. Back to the lobby")
    expect(page.locator(".hand").locator("xpath=ancestor::*[@inert]")).to_have_count(1)
    page.locator(".hand .card").first.dispatch_event("click")
    assert [frame["type"] for frame in table.received if frame["type"] == "act"] == []
    assert problems == []
