"""What has nothing to do with the cards leaves them alone: half-made choices stay, and nothing flies again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.mock.browser import open_table
from tests.e2e.mock.table import MockTable, passing, playing

pytestmark = pytest.mark.e2e
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
CORNER = {"x": 8.0, "y": 20.0}
FLIGHTS = """() => {
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flights++; return animate.apply(this, how); };
}"""
LANDED = "Promise.all(document.getAnimations().map(flight => flight.finished.catch(() => 0))).then(() => 0)"


def chat_line(table: MockTable) -> None:
    line = {"id": 9, "seat": 1, "user": "u1", "name": "Bea", "text": "Good luck!", "ms_ago": 0}
    table.send(json.dumps({"type": "chat", "lines": [line]}))


def lost_connection(table: MockTable) -> None:
    table.absent = {1}
    table.notices = [{"id": 4, "code": "lost", "text": "Bea has no connection.", "ms_ago": 0}]
    table.version += 1
    table.push()


def the_same_again(table: MockTable) -> None:
    table.version += 1
    table.push()


def pong(table: MockTable) -> None:
    table.send(json.dumps({"type": "pong", "version": table.version, "build": "mock"}))


def hint_refused(table: MockTable) -> None:
    table.send(
        json.dumps({"type": "answer", "id": 77, "ok": False, "code": "too-fast", "message": "One by one."})
    )


FRAMES: list[Callable[[MockTable], None]] = [chat_line, lost_connection, the_same_again, pong, hint_refused]


NUMBERS = count(100)  # of lines of chat


def seen(page: Page, table: MockTable) -> None:
    """Until the page has heard all that was sent before: frames are heard in order."""
    number = next(NUMBERS)
    line = {"id": number, "seat": 2, "user": "u2", "name": "Cal", "text": "seen", "ms_ago": 0}
    table.send(json.dumps({"type": "chat", "lines": [line]}))
    page.wait_for_function("number => window.tablePage.chat.some(line => line.id === number)", arg=number)


def all_seen(page: Page, table: MockTable) -> Iterator[str]:
    """Each frame in turn, once the page has heard it: its name."""
    for frame in FRAMES:
        frame(table)
        seen(page, table)
        yield frame.__name__


def test_a_raised_card_stays_raised(chromium: Browser) -> None:
    table = playing()
    page, problems = open_table(chromium, table, **PHONE)
    name = table.view()["legal"]["acts"][0].split()[1]
    page.tap(f'.hand [data-card="{name}"]', position=CORNER)  # type: ignore[arg-type]
    expect(page.locator(".hand .raised")).to_have_attribute("data-card", name)
    for frame in all_seen(page, table):
        expect(page.locator(".hand .raised"), frame).to_have_attribute("data-card", name)
    page.tap(f'.hand [data-card="{name}"]', position=CORNER)  # type: ignore[arg-type]
    expect(page.locator(f'.trick [data-card="{name}"]')).to_be_visible()
    assert problems == []


def test_cards_picked_to_be_passed_stay_picked(chromium: Browser) -> None:
    table = passing()
    page, _ = open_table(chromium, table)
    names = table.view()["hand"][:2]
    for name in names:
        page.click(f'.hand [data-card="{name}"]', position=CORNER)  # type: ignore[arg-type]
    for frame in all_seen(page, table):
        picked = [c.get_attribute("data-card") for c in page.locator(".hand .chosen").all()]
        assert picked == names, frame


def test_a_card_in_the_hand_that_drags_it_is_not_let_go(chromium: Browser) -> None:
    table = playing()
    page, _ = open_table(chromium, table)
    name = table.view()["legal"]["acts"][0].split()[1]
    box = page.locator(f'.hand [data-card="{name}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 300, steps=5)
    for frame in all_seen(page, table):
        expect(page.locator(".hand .dragged"), frame).to_have_attribute("data-card", name)
    page.mouse.up()
    expect(page.locator(f'.trick [data-card="{name}"]')).to_be_visible()


@pytest.mark.parametrize("made", [playing, passing])
def test_nothing_flies_again(chromium: Browser, made: Callable[[], MockTable]) -> None:
    table = made()
    page, _ = open_table(chromium, table)
    page.locator(".hand .card").first.wait_for()
    page.evaluate(FLIGHTS)
    for frame in all_seen(page, table):
        page.evaluate(LANDED)
        assert page.evaluate("window.flights") == 0, frame


def test_a_card_that_is_played_does_fly(chromium: Browser) -> None:
    """So that the test above would notice."""
    table = playing()
    page, _ = open_table(chromium, table)
    page.locator(".hand .card").first.wait_for()
    page.evaluate(FLIGHTS)
    table.act(0, table.view()["legal"]["acts"][0])
    table.push()
    seen(page, table)
    page.evaluate(LANDED)
    assert page.evaluate("window.flights") > 0


def _flights_of_a_trick(browser: Browser, frames: list[Callable[[MockTable], None]]) -> int:
    """How often something flies or turns until a trick that has just ended lies on its winner's pile."""
    table = playing()
    page, _ = open_table(browser, table)
    page.locator(".hand .card").first.wait_for()
    page.evaluate(FLIGHTS)
    done = len(table.view()["tricks"])
    while len(table.view()["tricks"]) == done:
        table.step(own=True)
    table.push()
    for frame in frames:
        frame(table)
        seen(page, table)
    expect(page.locator(".trick .card")).to_have_count(0)
    flights: int = page.evaluate("window.flights")
    page.context.close()
    return flights


def test_a_trick_is_collected_once_whatever_comes_meanwhile(chromium: Browser) -> None:
    assert _flights_of_a_trick(chromium, FRAMES) == _flights_of_a_trick(chromium, []) > 0


def test_no_card_on_the_table_is_drawn_twice(chromium: Browser) -> None:
    """The next trick begins while the last one is taken: whoever moves a card in the page draws it anew."""
    table = playing()
    page, _ = open_table(chromium, table)
    page.locator(".hand .card").first.wait_for()
    page.evaluate(
        """() => {
          window.drawn = [];
          new MutationObserver(changes => {
            for (const { addedNodes } of changes) for (const node of addedNodes) window.drawn.push(node.dataset.card);
          }).observe(document.querySelector('.trick'), { childList: true });
        }"""
    )
    done = len(table.view()["tricks"])
    while len(table.view()["tricks"]) == done:
        table.step(own=True)
    table.push()
    page.locator(".trick .leaving").first.wait_for()
    while not table.view()["trick"]["cards"]:
        table.step(own=True)
    table.push()
    lead = table.view()["trick"]["cards"][0]["card"]
    expect(page.locator(".trick .card")).to_have_count(1)
    drawn = page.evaluate("window.drawn")
    assert lead in drawn
    assert len(drawn) == len(set(drawn)), drawn
