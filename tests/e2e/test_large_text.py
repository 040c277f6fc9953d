"""Text at twice its size: everything is still there to read and to press; pages may scroll down, not sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.mock.browser import open_table
from tests.e2e.screens import SIZES, STATES

pytestmark = pytest.mark.e2e
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
# Texts that something cuts off: the edge of the page, or a box that neither shows nor scrolls what is too much.
CLIPPED = """() => {
  const cut = [];
  const skipped = ".visually-hidden, .skip, .bar-game, script, option";
  const cuts = (box, edge, { overflowX, overflowY }) =>
    (overflowX !== "visible" && (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
    (overflowY !== "visible" && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    const drawn = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!text.textContent.trim() || !drawn || parent.closest(skipped)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    let outside = box.left < -1 || box.right > document.documentElement.clientWidth + 1;
    for (let around = parent; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
        outside = false;
        break;
      }
      outside ||= cuts(box, around.getBoundingClientRect(), style);
    }
    if (box.width && outside) cut.push(text.textContent.trim());
  }
  return cut;
}"""
# Controls that cannot be reached by scrolling, or that something else lies upon. What a question or a window covers
# can wait until that is closed.
LOST = """() => {
  const covers = ["dialog[open]", ".window:not([hidden])", ".promotion:not([hidden])"];
  const above = covers.map(cover => document.querySelector(cover)).find(Boolean);
  const isSeen = control => {
    control.scrollIntoView({ block: "center", inline: "center" });
    const box = control.getClientRects()[0]; // a link may run over several lines
    return [.5, .2, .8].some(part => {
      const top = document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2);
      return top && (control.contains(top) || (control.closest("label") ?? control).contains(top));
    });
  };
  return [...document.querySelectorAll("button, a[href], input, select, summary")]
    .filter(control => control.checkVisibility({ visibilityProperty: true }) && !control.closest(".skip, .hand"))
    .filter(control => !isSeen(control) && (!above || above.contains(control)))
    .map(control => control.textContent.trim() || control.name);
}"""
TABLE = ["lobby", "passing-chosen", "my-turn", "five-players", "refused", "hand-over", "game-over", "scores", "rules",
         "settings", "menu", "chat", "exit", "still-there", "spades-bidding", "spades-playing", "chess",
         "chess-promotion", "chess-draw-offered"]  # fmt: skip
PAGES = ["/", "/rules/", "/rules/black-lady/", "/leaderboards/black-lady/1/", "/tables/new/?game=black-lady",
         "/versions/", "/privacy/", "/fair-deals/", "/accounts/login/", "/accounts/signup/",
         "/accounts/password/reset/"]  # fmt: skip


def is_all_there(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(LOST) == []


@pytest.mark.every
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", TABLE)
def test_the_table_at_twice_the_text(chromium: Browser, state: str, size: str) -> None:
    width, height = SIZES[size]
    table, prepare = STATES[state][0](), STATES[state][1]
    page, problems = open_table(chromium, table, viewport={"width": width, "height": height})
    page.wait_for_function("() => window.tablePage?.client || document.querySelector('.lobby')")
    page.evaluate(TWICE)
    prepare(page, table)
    page.wait_for_function("() => !document.getAnimations().length")
    is_all_there(page, width)
    page.context.close()
    assert problems == []


@pytest.mark.every
@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("path", PAGES)
def test_the_site_at_twice_the_text(chromium: Browser, portal: str, path: str, size: str) -> None:
    width, height = SIZES[size]
    page = chromium.new_context(base_url=portal, viewport={"width": width, "height": height}).new_page()
    answer = page.goto(path)
    assert answer
    assert answer.ok
    page.evaluate(TWICE)
    is_all_there(page, width)
    page.context.close()
