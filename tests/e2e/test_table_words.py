"""What the table page says to somebody who does not know what comes next, and that it says it where they look."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from games.cards import names
from tests.e2e.mock.browser import open_table
from tests.e2e.mock.table import MockTable, playing

pytestmark = pytest.mark.e2e
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STATUS = '[data-part="status"]'
WINDOW = "aside.window"


def over() -> MockTable:
    table = MockTable(hands=1, seed=3)
    table.deal()
    while table.status == "running":
        table.step(own=True)
    return table


def own_card(table: MockTable) -> str:
    return str(table.view()["legal"]["acts"][0].split()[1])


def touch(page: Page, card: str) -> None:
    page.tap(f'.hand [data-card="{card}"]', position={"x": 8, "y": 20})


def test_the_first_tap_says_that_a_second_one_plays(chromium: Browser) -> None:
    table = playing()
    page, _ = open_table(chromium, table, **PHONE)
    card = own_card(table)
    touch(page, card)
    sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[card[1]]
    expect(page.locator(STATUS)).to_have_text(f"Press {card[0]}{sign} again to play it.")
    page.keyboard.press("Escape")
    expect(page.locator(STATUS)).to_contain_text("Your turn")


def test_a_closed_result_can_be_opened_again(chromium: Browser) -> None:
    page, problems = open_table(chromium, over(), **PHONE)
    expect(page.locator(WINDOW)).to_contain_text("everything else 0")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Result").click()
    expect(page.locator(f"{WINDOW} h2")).to_have_text("Game over")
    assert problems == []


def test_exit_after_the_end_gives_the_seat_up_without_a_question(chromium: Browser) -> None:
    table = over()
    page, _ = open_table(chromium, table, viewport={"width": 1280, "height": 800})
    page.route("http://table.test/", lambda route: route.fulfill(body="the lobby"))
    expect(page.locator(WINDOW)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Exit", exact=True).click()
    page.wait_for_url("http://table.test/")
    assert [frame["type"] for frame in table.received] == ["leave"]


def test_a_report_is_answered_in_the_chat_that_covers_the_rest(chromium: Browser) -> None:
    table = playing()
    page, _ = open_table(chromium, table, **PHONE)
    page.route("**/report/", lambda route: route.fulfill(status=204))
    said = "M" * 199
    table.send(
        json.dumps(
            {"type": "chat", "lines": [{"id": 1, "seat": 1, "name": "Bea", "text": said, "ms_ago": 0}]}
        )
    )
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name="Report").click()
    box = page.get_by_role("dialog").evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert box[0] <= box[1], "a long word stays inside of the question"
    page.get_by_role("dialog").get_by_role("button", name="Report").click()
    expect(page.locator(f"{WINDOW} [role=status]")).to_have_text("Thank you. The reviewers will look at it.")


def test_a_card_that_is_played_without_a_connection_is_said_to_be_kept(chromium: Browser) -> None:
    table = playing()
    page, _ = open_table(chromium, table, viewport={"width": 1280, "height": 800})
    card = own_card(table)
    table.unreachable = True
    table.hang_up()
    expect(page.locator('[data-part="banner"]')).to_contain_text("The connection is lost")
    page.click(f'.hand [data-card="{card}"]', position={"x": 8, "y": 20})
    kept = "Your move is kept; it goes out when the connection is back."
    expect(page.locator(STATUS)).to_have_text(kept)
    table.unreachable = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(STATUS)).not_to_have_text(kept)
    assert card not in names(table.state.hand.cards[0])


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_ones_own_plate_keeps_its_size_whoevers_turn_it_is(chromium: Browser, size: tuple[int, int]) -> None:
    table = playing()
    table.names = ["Wilhelmina", "Bea", "Cal", "Dan"]
    page, _ = open_table(chromium, table, viewport={"width": size[0], "height": size[1]})
    box = ".me .plate"
    expect(page.locator(f"{box}.due")).to_have_count(1)
    due = page.locator(box).bounding_box()
    table.act(0, f"play {own_card(table)}")
    table.push()
    expect(page.locator(f"{box}.due")).to_have_count(0)
    assert page.locator(box).bounding_box() == due
