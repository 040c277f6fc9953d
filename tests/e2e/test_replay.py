"""A finished game is stepped through in the browser, from any seat's side, all cards open."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.fair_pages import NAMES, Site, golden

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
CALM = {"reduced_motion": "reduce"}
GAMES = {3: "classic-3-three-hands", 4: "portal-4-one-hand", 5: "classic-5-two-hands"}


def opened(browser: Browser, seats: int, query: str = "", **context: Any) -> tuple[Page, list[str]]:
    page, problems = Site(golden(GAMES[seats])).page(browser, f"/games/7-1/replay/{query}", **context)
    expect(page.locator("#replay .seat")).to_have_count(seats)
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_in_viewport(ratio=1)
    return page, problems


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def all_cards(page: Page) -> list[str]:
    """The cards that lie open in hands and in the trick."""
    own = [c.get_attribute("data-card") for c in page.locator(".hand .card, .trick .card").all()]
    others = [(h.get_attribute("data-cards") or "").split() for h in page.locator(".open-hand").all()]
    return [str(card) for card in (*own, *(card for hand in others for card in hand))]


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_is_stepped_through_from_the_deal_to_the_end(
    chromium: Browser, seats: int, screen: dict[str, Any]
) -> None:
    record = golden(GAMES[seats])
    page, problems = opened(chromium, seats, **screen, **CALM)
    status, dealt = page.locator(".status"), record["events"][0]["hands"]
    expect(status).to_have_text("Hand 1 is dealt.")
    assert sorted(all_cards(page)) == sorted(card for hand in dealt for card in hand.split())
    assert page.locator(".fan:visible").count() == 0
    for event in record["events"][1 : seats + 4]:
        press(page, "Next")
        expect(status).to_contain_text(re.compile(f"{NAMES[event['seat']]} (passed|played) "))
        verb, *cards = event["act"].split()
        if verb == "play":
            expect(page.locator(f".trick [data-card='{cards[0]}']")).to_be_visible()
    picture(page, f"replay-{seats}-{screen['viewport']['width']}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(page, "Last")
    expect(status).to_contain_text(f"Hand {sum('chance' in e for e in record['events'])}: ")
    assert page.get_by_role("button", name="Next", exact=True).is_disabled()
    press(page, "Previous")
    expect(page.locator(".trick .card")).to_have_count(seats - 1)
    press(page, "First")
    expect(status).to_have_text("Before the first event.")
    assert all_cards(page) == []
    assert problems == []


def test_a_finished_trick_lies_open_until_the_next_step(chromium: Browser) -> None:
    page, problems = opened(chromium, 4, "?step=9", **DESK, **CALM)
    expect(page.locator(".status")).to_contain_text("took the trick")
    expect(page.locator(".trick .card")).to_have_count(4)
    press(page, "Next")
    expect(page.locator(".trick .card")).to_have_count(1)
    expect(page.locator(".pile-count", has_text="1 trick")).to_be_visible()
    assert problems == []


def test_any_seat_may_be_looked_from_and_the_address_keeps_it(chromium: Browser) -> None:
    page, problems = opened(chromium, 4, "?step=7", **DESK, **CALM)
    own = all_cards(page)
    page.get_by_label("Seen by").select_option(label="Cem")
    expect(page.locator(".me .plate-name")).to_have_text("Cem")
    assert sorted(all_cards(page)) == sorted(own)
    assert re.search(r"\?step=7&seat=3$|\?seat=3&step=7$", page.url)
    page.locator(".seats .plate-name", has_text="Danny").click()
    expect(page.locator(".me .plate-name")).to_have_text("Danny")
    held = {c.get_attribute("data-card") for c in page.locator(".hand .card").all()}
    page.reload()
    expect(page.locator(".me .plate-name")).to_have_text("Danny")
    assert {c.get_attribute("data-card") for c in page.locator(".hand .card").all()} == held
    assert "step=7" in page.url
    assert problems == []


def test_keys_slider_list_and_playing_by_itself(chromium: Browser) -> None:
    page, problems = opened(chromium, 3, **DESK, **CALM)
    count = page.locator(".replay-slide .number")
    expect(count).to_have_text("1 of 165")
    for key, shown in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 165), ("Home", 0)):
        page.keyboard.press(key)
        expect(count).to_have_text(f"{shown} of 165")
    page.locator(".hand").click(position={"x": 2, "y": 2})
    page.get_by_label("Step", exact=True).fill("60")
    expect(count).to_have_text("60 of 165")
    page.get_by_label("Go to").select_option(label="Hand 2")
    expect(page.locator(".status")).to_have_text("Hand 2 is dealt.")
    page.get_by_text("The game as a list").click()
    page.locator(".replay-list li", has_text="took the trick").nth(1).get_by_role("button").click()
    expect(page.locator(".status")).to_contain_text(" played ")
    before = count.text_content()
    press(page, "Play")
    expect(count).not_to_have_text(before or "")
    press(page, "Pause")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert problems == []


def test_a_move_of_the_cards_settles_on_what_the_game_was(chromium: Browser) -> None:
    """With motion, and stepping faster than it: the table shows the truth of the last step."""
    page, problems = opened(chromium, 4, **PHONE)
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-slide .number")).to_have_text("15 of 57")
    expect(page.locator(".trick .card:not(.leaving)")).to_have_count(2)
    dealt = golden(GAMES[4])["events"][0]["hands"]
    assert len(all_cards(page)) == sum(len(hand.split()) for hand in dealt) - 8
    assert problems == []


def test_without_scripts_there_is_the_whole_list(chromium: Browser) -> None:
    page, _ = Site(golden(GAMES[4])).page(chromium, "/games/7-1/replay/", java_script_enabled=False, **PHONE)
    expect(page.locator(".replay-list")).to_contain_text("Annabella passed")
    assert page.locator("#replay").is_hidden()
    assert page.locator(".replay-list li", has_text="took the trick").count() == 13
