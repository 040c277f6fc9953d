"""What a person does in the browser."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

PLAYABLE = ".hand .card:not(.barred)"
PASSWORD = "correct-horse-battery-staple"
END_MS = 90_000


class Person:
    """One person with a browser window of their own."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        self.name, self.address = name, address
        self.page: Page = browser.new_context(base_url=address, **context).new_page()
        self.frames: list[str] = []
        self.problems: list[str] = []
        self.page.on("console", lambda m: self.problems.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.problems.append(str(e)))
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda f: self.frames.append(str(f))))

    def sign_up(self) -> None:
        page = self.page
        page.goto("/accounts/signup/")
        page.fill("[name=username]", self.name)
        page.fill("[name=email]", f"{self.name.lower()}@example.org")
        page.fill("[name=password1]", PASSWORD)
        page.click("main button[type=submit]")
        expect(page.get_by_role("link", name=self.name)).to_be_visible()

    def documents(self) -> list[dict[str, Any]]:
        """Every document of the table that the page was sent."""
        frames = [json.loads(text) for text in self.frames]
        return [frame["doc"] for frame in frames if frame["type"] == "table"]

    def own_cards(self) -> list[str]:
        return [str(c.get_attribute("data-card")) for c in self.page.locator(".hand .card").all()]

    def pass_three(self) -> None:
        expect(self.page.locator(".hand .card")).to_have_count(13, timeout=15_000)
        for card in self.page.locator(".hand .card").all()[:3]:
            card.click()
        self.page.get_by_role("button", name="Pass these cards").click()

    def play_cards(self, until: str = "Game over", most: int = 60) -> None:
        """Plays some legal card whenever it is this person's turn, until a window with that title stands, or
        `most` cards are played.
        """
        page, over = self.page, self.page.get_by_role("heading", name=until)
        for _ in range(most):
            expect(over.or_(page.locator("#table.mine")).first).to_be_visible(timeout=END_MS)
            if over.is_visible():
                return
            version = self.version()
            page.locator(PLAYABLE).first.click()
            page.wait_for_function(f"() => document.querySelector('#table').dataset.version !== '{version}'")

    def picture(self, name: str) -> None:
        """A picture of the page into the folder `SCREENS`, where one is asked for."""
        if folder := os.environ.get("SCREENS"):
            self.page.screenshot(path=f"{folder}/{name}.png")

    def version(self) -> str:
        """The version of the table that the page shows."""
        return str(self.page.locator("#table").get_attribute("data-version"))

    def room_code(self) -> str:
        found = re.search(r"/tables/([A-Z0-9]{5})/", self.page.url)
        assert found, self.page.url
        return found[1]
