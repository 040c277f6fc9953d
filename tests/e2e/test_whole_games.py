"""Whole one-hand games of Black Lady on a running portal: by mouse, by touch and by keyboard alone, at four sizes.

In each: a chat line, a line that is cut, a reload while a card is still flying, and a second tab. No sideways scroll,
no clipped card, no console error. `make whole-games` plays each pair of size, way and number of
players, `make e2e` (`WHOLE=all`) every combination.
"""

from __future__ import annotations

import itertools
import os
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.e2e.people import END_MS, Person

pytestmark = [pytest.mark.e2e, pytest.mark.whole, pytest.mark.slow]

SIZES = {"phone": (390, 844), "landscape": (844, 390), "tablet": (820, 1180), "desk": (1280, 800)}
WAYS = ("mouse", "touch", "keyboard")
SEATS = (3, 4, 5)
ALL = list(itertools.product(SIZES, WAYS, SEATS))
PAIRS = [
    (size, way, SEATS[(x + y) % 3]) for x, size in enumerate(SIZES) for y, way in enumerate(WAYS)
]  # each size with each way, each way with each number of players, each size with each of these
PLAYABLE = "() => tablePage.shown.you.due && tablePage.shown.game.legal?.acts?.[0].split(' ')[1]"
MEASURE = """async () => {
  const flights = document.querySelector(".hand").getAnimations({ subtree: true }); // a card may come from outside
  await Promise.all(flights.map(flight => flight.finished.catch(() => 0)));
  return {
    sideways: document.documentElement.scrollWidth - innerWidth,
    clipped: [...document.querySelectorAll(".hand .card")].filter(card => {
      const box = card.getBoundingClientRect();
      return box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < 0;
    }).map(card => card.dataset.card),
  };
}"""


class Player(Person):
    """A guest at a test game against computers, who plays in one `way` only."""

    def __init__(self, browser: Browser, address: str, size: str, way: str) -> None:
        width, height = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if way == "touch" else {}
        super().__init__(browser, address, "Guest", viewport={"width": width, "height": height}, **touch)
        self.way = way
        self.wrong: list[Any] = []
        self.is_cut, self.lines = False, list[WebSocketRoute]()
        self.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        """Chromium's "offline" leaves open sockets as they are: so the line is cut here."""
        if self.is_cut:
            return line.close()
        self.lines.append(line)
        line.connect_to_server()

    def begin(self, seats: int) -> None:
        page = self.page
        page.goto(f"/tables/new/?game=black-lady&rule_set=classic&seats={seats}")
        page.select_option("[name=option-length]", label="one hand")
        self.press(page.get_by_role("button", name="Make the table"))
        self.press(page.get_by_role("button", name="Start"))

    def press(self, button: Any) -> None:
        expect(button.first).to_be_visible()
        if self.way == "keyboard":
            button.first.press("Enter")
        elif self.way == "touch":
            button.first.tap()
        else:
            button.first.click()

    def choose(self, card: str, *, play: bool) -> None:
        """One card by mouse or key; by touch one tap raises it, a second one plays it."""
        place, at = self.page.locator(f'.hand [data-card="{card}"]'), {"x": 8, "y": 16}
        if self.way == "mouse":
            place.click(position=at)
        elif self.way == "touch":
            place.tap(position=at)
            if play:
                expect(place).to_have_class(re.compile("raised"))
                place.tap(position=at)
        else:
            self._walk_to(card)
            self.page.keyboard.press("Enter")

    def _walk_to(self, card: str) -> None:
        """Tab into the hand, then along it by the arrows."""
        here = "document.activeElement?.closest('.hand') ? document.activeElement.dataset.card ?? '' : null"
        for _ in range(40):
            if self.page.evaluate(here) is not None:
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Home")
        for _ in range(20):
            if self.page.evaluate(here) == card:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrows do not reach {card}")

    def look(self) -> None:
        seen = self.page.evaluate(MEASURE)
        if seen["sideways"] > 0 or seen["clipped"]:
            self.wrong.append(seen)

    def say(self, text: str) -> None:
        page = self.page
        self.press(page.get_by_role("button", name="Chat"))
        page.get_by_label("Your line").fill(text)
        page.get_by_label("Your line").press("Enter")
        expect(page.get_by_text(text)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_text(text)).to_be_hidden()

    def lose_the_line(self) -> None:
        banner, self.is_cut = self.page.locator('[data-part="banner"]'), True
        self.lines.pop().close()
        expect(banner).to_contain_text("The connection is lost.")
        self.is_cut = False
        expect(banner).to_be_hidden()

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.locator(".plate").first).to_be_visible()

    def another_tab(self) -> None:
        """It shows the same hand, and goes again."""
        other = self.page.context.new_page()
        other.goto(self.page.url)
        expect(other.locator(".hand .card")).to_have_count(len(self.own_cards()))
        other.close()
        expect(self.page.locator('[data-part="banner"]')).to_be_hidden()

    def is_over(self) -> bool:
        return self._over.is_visible()

    @property
    def _over(self) -> Any:
        return self.page.get_by_role("heading", name="Game over")

    def play_to_the_end(self) -> int:
        """How many cards were played; on the way everything that happens to people in a game."""
        page, played = self.page, 0
        mishaps = {2: lambda: self.say("Hello."), 4: self.lose_the_line, 6: self.reload, 8: self.another_tab}
        while True:
            expect(self._over.or_(page.locator("#table.mine")).first).to_be_visible(timeout=END_MS)
            if self.is_over():
                return played
            self.look()
            version = self.version()
            if page.get_by_role("button", name="Pass these cards").is_visible():
                for card in self.own_cards()[:3]:
                    self.choose(card, play=False)
                self.press(page.get_by_role("button", name="Pass these cards"))
            else:
                self.choose(page.wait_for_function(PLAYABLE).json_value(), play=True)
                played += 1
            if mishap := mishaps.pop(played, None):
                mishap()
            self._await_news(page, version)

    @staticmethod
    def _await_news(page: Page, version: str) -> None:
        page.wait_for_function(f"() => document.querySelector('#table').dataset.version !== '{version}'")


@pytest.mark.parametrize(("size", "way", "seats"), ALL if os.environ.get("WHOLE") == "all" else PAIRS)
def test_a_whole_game(chromium: Browser, portal: str, size: str, way: str, seats: int) -> None:
    player = Player(chromium, portal, size, way)
    player.begin(seats)
    hand = {3: 17, 4: 13, 5: 10}[seats]
    assert player.play_to_the_end() == hand
    player.page.context.close()
    assert player.wrong == []
    assert player.problems == []
