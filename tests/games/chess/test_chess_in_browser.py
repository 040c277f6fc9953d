"""Whole games on a real portal in a real browser: by keyboard alone, and between two people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.chess import bot
from games.registry import game
from tests.e2e.people import Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
MOST_MOVES = 80
FILES = "abcdefgh"


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Patient enough that the same game is played on a busy machine."""
    monkeypatch.setattr(bot, "PATIENCE_S", dict.fromkeys(bot.PATIENCE_S, 30.0))
    yield
    bot.ENGINE.stop()


def view(page: Page) -> Any:
    """The game's view that the page was sent last."""
    return page.evaluate("() => window.tablePage.store.doc.game")


def wait_for_moves(page: Page, count: int) -> None:
    """Until the server has told of so many half-moves."""
    page.wait_for_function(f"() => window.tablePage.store.doc.game.moves.length >= {count}", timeout=30_000)


def start_against_computer(person: Person) -> None:
    page = person.page
    page.goto("/tables/new/?game=chess")
    page.get_by_label("Colours").select_option(label="You play White")
    page.get_by_role("button", name="Make the table").press("Enter")
    page.wait_for_url("**/tables/*/")
    page.get_by_role("button", name="Fill with computers and start").press("Enter")
    expect(page.get_by_role("grid", name="Chess board")).to_be_visible(timeout=30_000)


def walk(page: Page, square: str) -> None:
    """From the square that has the focus, by arrow keys."""
    here = page.evaluate("() => document.activeElement.dataset.square")
    right = FILES.index(square[0]) - FILES.index(here[0])
    up = int(square[1]) - int(here[1])
    for key, steps in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
        for _ in range(steps):
            page.keyboard.press(key)
    expect(page.locator(f'[data-square="{square}"]')).to_be_focused()


def move_by_keys(page: Page, move: str) -> None:
    walk(page, move[:2])
    page.keyboard.press("Enter")
    walk(page, move[2:4])
    page.keyboard.press("Space")
    if len(move) > 4:
        expect(page.get_by_role("button", name="Queen")).to_be_focused()
        page.keyboard.press("Enter")


def best(seen: Any) -> str:
    """A strong move for the person, so that the game comes to its end; new pieces are queens."""
    act: str = game("chess").bot(seen, 0, 3, 3_000).act
    move = act.removeprefix("move ")
    return move[:4] + "q" if len(move) > 4 else move


def test_a_whole_game_by_keyboard_alone(chromium: Browser, portal: str) -> None:
    person = Person(chromium, portal, "Keys", viewport=PHONE)
    start_against_computer(person)
    page = person.page
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.dataset.square"):
            break
    expect(page.locator('[data-square="e2"]')).to_be_focused()
    expect(page.locator('[data-square="e2"]')).to_have_accessible_name("e2, white pawn")
    for _ in range(MOST_MOVES):
        seen = view(page)
        if seen["result"] is not None:
            break
        before = len(seen["moves"])
        move_by_keys(page, best(seen))
        wait_for_moves(page, before + 1)
        page.wait_for_function(
            "() => { const { game } = window.tablePage.store.doc; return game.result || game.due.includes(0); }",
            timeout=30_000,
        )
    assert view(page)["result"]["winner"] == 0
    expect(page.get_by_role("heading", name="Game over")).to_be_visible()
    expect(page.locator("[data-part=polite]")).to_contain_text("checkmate")
    person.picture("chess-keys-over")
    assert person.problems == []


def play(white: Page, black: Page, moves: str) -> None:
    """These moves by clicks, in turn."""
    for number, move in enumerate(moves.split()):
        page = (white, black)[number % 2]
        wait_for_moves(page, number)
        page.locator(f'[data-square="{move[:2]}"]').click()
        page.locator(f'[data-square="{move[2:4]}"]').click()
        wait_for_moves(page, number + 1)


def scored_table(white: Person, black: Person) -> str:
    """Two people at a running scored table; its code."""
    white.sign_up()
    black.sign_up()
    white.page.goto("/tables/new/?game=chess")
    white.page.get_by_label("Seconds a move").fill("300")
    white.page.get_by_label("Colours").select_option(label="You play White")
    white.page.get_by_role("button", name="Make the table").click()
    white.page.wait_for_url("**/tables/*/")
    code = white.room_code()
    black.page.goto(f"/tables/{code}/")
    black.page.get_by_role("button", name="Sit down").click()
    expect(white.page.locator(".plate", has_text=black.name)).to_be_visible()
    white.page.get_by_role("button", name="Start", exact=True).click()
    for person in (white, black):
        expect(person.page.get_by_role("grid", name="Chess board")).to_be_visible(timeout=30_000)
    return code


def test_a_scored_game_between_two_people(chromium: Browser, portal: str) -> None:
    white, black = (
        Person(chromium, portal, "Blanche", viewport=DESK),
        Person(chromium, portal, "Bruno", viewport=PHONE),
    )
    scored_table(white, black)
    expect(black.page.locator(".square").first).to_have_attribute("data-square", "h1")
    play(white.page, black.page, "e2e4 e7e5 d1h5 b8c6 f1c4")
    white.picture("chess-scored-desk")
    black.picture("chess-scored-phone")
    white.page.get_by_role("button", name="Flip").click()
    play_on = black.page.locator('[data-square="g8"]')
    play_on.drag_to(black.page.locator('[data-square="f6"]'))
    wait_for_moves(white.page, 6)
    white.page.locator('[data-square="h5"]').click()
    white.page.locator('[data-square="f7"]').click()
    for person in (white, black):
        expect(person.page.get_by_role("heading", name="Game over")).to_be_visible(timeout=30_000)
    expect(white.page.locator(".window")).to_contain_text("You won.")
    expect(black.page.locator(".window")).to_contain_text("−1")
    with white.page.expect_download() as saved:
        white.page.locator(".window").get_by_role("button", name="Close").click()
        white.page.locator(".chess-export summary").click()
        white.page.get_by_role("button", name="Save game").click()
    text = saved.value.path().read_text()
    assert '[Result "1-0"]' in text
    assert "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" in text
    replayed = white.page.evaluate("() => window.tablePage.store.doc.result.game_page")
    white.page.goto("/leaderboards/chess/1/")
    expect(white.page.get_by_role("row", name="Blanche")).to_contain_text("1")
    white.page.goto(f"{replayed}replay/")
    white.page.get_by_role("button", name="Last", exact=True).click()
    expect(white.page.locator('[data-square="f7"]')).to_have_accessible_name("f7, white queen, last move")
    white.picture("chess-replay")
    assert white.problems == black.problems == []


def test_resigning_is_asked_about(chromium: Browser, portal: str) -> None:
    person = Person(chromium, portal, "Guesty", viewport=PHONE)
    start_against_computer(person)
    page = person.page
    page.get_by_role("button", name="Resign").click()
    question = page.locator("dialog.question")
    expect(question).to_contain_text("You lose this game")
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    page.get_by_role("button", name="Resign").click()
    question.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Game over")).to_be_visible()
    assert view(page)["result"]["reason"] == "resigned"
    assert view(page)["result"]["winner"] == 1
    assert person.problems == []
