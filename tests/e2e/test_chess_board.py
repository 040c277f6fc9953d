"""Chess in the browser at test tables: positions brought along, promotion, draws, flip, games taken away."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
BEFORE_PROMOTION = "3r3k/4P3/8/8/8/8/P7/4K3 w - - 0 1"
BEFORE_MATE = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 *"
FIFTY_MOVES = "7k/8/6K1/8/8/8/8/R7 w - - 99 120"


def table(person: Person, start: str) -> None:
    """A test table at which this person is White, from a position or a game."""
    page = person.page
    page.goto("/tables/new/?game=chess")
    page.get_by_label("Colours").select_option(label="You play White")
    page.get_by_text("More options").click()
    page.get_by_label("Start position (test)").fill(start)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/tables/*/")


def against_computer(person: Person, start: str) -> None:
    table(person, start)
    person.page.get_by_role("button", name="Fill with computers and start").click()
    expect(person.page.get_by_role("grid", name="Chess board")).to_be_visible()


def move(page: Page, text: str) -> None:
    """By two clicks, and shown by the server."""
    page.locator(f'[data-square="{text[:2]}"]').click()
    page.locator(f'[data-square="{text[2:]}"]').click()


def moves(page: Page, *san: str) -> None:
    expect(page.locator(".chess-moves li").last).to_contain_text(san[-1])
    assert page.evaluate("() => window.tablePage.store.doc.game.san") == list(san)


def position(page: Page) -> Any:
    page.locator(".chess-export summary").click()
    return page.get_by_label("Position (FEN)").input_value()


def confirm(page: Page, name: str, yes: str) -> None:
    """Presses the button, and says yes to the question."""
    page.locator(".status-actions").get_by_role("button", name=name, exact=True).click()
    page.locator("dialog.question").get_by_role("button", name=yes, exact=True).click()


def test_a_promotion_a_capture_and_an_agreed_draw(chromium: Browser, portal: str) -> None:
    white, black = Person(chromium, portal, "", viewport=DESK), Person(chromium, portal, "", viewport=PHONE)
    table(white, BEFORE_PROMOTION)
    black.page.goto(f"/tables/{white.room_code()}/")
    black.page.get_by_role("button", name="Sit down").click()
    white.page.get_by_role("button", name="Start", exact=True).click()
    expect(black.page.locator(".square").first).to_have_attribute("data-square", "h1")
    move(white.page, "e7d8")
    choice = white.page.get_by_role("group", name="Which piece does the pawn become?")
    expect(choice.get_by_role("button")).to_have_count(5)
    white.picture("chess-promotion-desk")
    choice.get_by_role("button", name="Not this move").click()
    expect(choice).to_be_hidden()
    white.page.locator('[data-square="d8"]').click()  # the pawn is still picked
    choice.get_by_role("button", name="Knight").click()
    moves(black.page, "exd8=N")
    expect(white.page.locator(".chess-taken.near")).to_contain_text("has taken 1 rook.")
    expect(black.page.locator('[data-square="d8"]')).to_have_accessible_name("d8, white knight, last move")
    black.page.get_by_role("button", name="Flip").click()
    expect(black.page.locator(".square").first).to_have_attribute("data-square", "a8")
    confirm(black.page, "Offer a draw", "Offer a draw")
    expect(white.page.locator("[data-part=status]")).to_contain_text("offers a draw")
    black.picture("chess-offer-phone")
    white.picture("chess-offer-desk")
    white.page.get_by_role("button", name="Decline").click()
    expect(black.page.get_by_role("button", name="Offer a draw")).to_be_hidden()
    move(black.page, "h8g7")
    moves(white.page, "exd8=N", "Kg7")
    confirm(white.page, "Offer a draw", "Offer a draw")
    black.page.get_by_role("button", name="Accept the draw").click()
    for person in (white, black):
        expect(person.page.locator(".window")).to_contain_text("The game is a draw.")
        assert person.problems == []


def test_a_game_brought_along_is_gone_on_with_and_taken_away(chromium: Browser, portal: str) -> None:
    person = Person(chromium, portal, "", viewport=PHONE)
    page = person.page
    against_computer(person, BEFORE_MATE)
    assert position(page) == "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    person.picture("chess-export-phone")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".square.hinted")).to_have_count(2)
    move(page, "h5f7")
    expect(page.get_by_role("heading", name="Game over")).to_be_visible()
    expect(page.locator(".window")).to_contain_text("You won.")
    page.locator(".window").get_by_role("button", name="Close").click()
    page.locator(".chess-export summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save game").click()
    text = saved.value.path().read_text()
    assert '[SetUp "1"]\n[FEN "r1bqkb1r/pppp1ppp/' in text
    assert "4. Qxf7# 1-0" in text
    assert person.problems == []


def test_a_draw_is_claimed_and_a_position_that_cannot_be_is_refused(chromium: Browser, portal: str) -> None:
    person = Person(chromium, portal, "", viewport=DESK)
    page = person.page
    page.goto("/tables/new/?game=chess")
    page.get_by_text("More options").click()
    page.get_by_label("Start position (test)").fill("8/8/8/8/8/8/8/8 w - - 0 1")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("alert")).to_contain_text("White has no king")
    against_computer(person, FIFTY_MOVES)
    confirm(page, "Claim a draw", "Claim the draw")
    expect(page.locator(".window")).to_contain_text("The game is a draw.")
    person.picture("chess-claimed-desk")
    assert person.problems == []
