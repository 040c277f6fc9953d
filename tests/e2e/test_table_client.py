"""The table page alone, against a socket made of Python: what a hand, a finger and a keyboard do to it."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.mock.browser import open_table
from tests.e2e.mock.table import MockTable, passing, playing

pytestmark = pytest.mark.e2e
STRIPS = """() => {
  const cards = document.querySelectorAll(".hand .card");
  const rows = Map.groupBy(cards, card => innerWidth < 600 ? card.style.top : 0);
  const lefts = [...rows.values()].map(row => row.map(card => parseFloat(card.style.left)));
  return lefts.flatMap(row => row.slice(1).map((left, i) => left - row[i]));
}"""  # how much of each overlapped card is in reach, px
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    return chromium


def acts(table: MockTable) -> list[str]:
    return [frame["act"] for frame in table.received if frame["type"] == "act"]


def playable(table: MockTable) -> list[str]:
    return [act.split()[1] for act in table.view()["legal"]["acts"]]


def test_one_click_plays_a_card_and_shows_it_at_once(browser: Browser) -> None:
    table = playing()
    page, problems = open_table(browser, table)
    chosen = playable(table)[0]
    page.click(f'.hand [data-card="{chosen}"]', position={"x": 8, "y": 20})
    expect(page.locator(f'.trick [data-card="{chosen}"]')).to_be_visible()
    assert acts(table) == [f"play {chosen}"]
    assert problems == []


def test_the_first_tap_raises_and_the_second_plays(browser: Browser) -> None:
    table = playing()
    page, _ = open_table(browser, table, **PHONE)
    first, other = playable(table)[:2]
    for name in (first, other):
        page.tap(f'.hand [data-card="{name}"]', position={"x": 8, "y": 20})
        expect(page.locator(".hand .raised")).to_have_attribute("data-card", name)
    assert acts(table) == []
    page.tap(f'.hand [data-card="{other}"]', position={"x": 8, "y": 20})
    expect(page.locator(f'.hand [data-card="{other}"]')).to_have_count(0)
    assert acts(table) == [f"play {other}"]


def test_a_refused_card_comes_back_with_the_reason(browser: Browser) -> None:
    table = playing()
    table.refuse_next = "Clubs were led and you hold two. Play a club."
    page, _ = open_table(browser, table)
    chosen = playable(table)[0]
    page.click(f'.hand [data-card="{chosen}"]', position={"x": 8, "y": 20})
    expect(page.locator('[data-part="status"]')).to_have_text("Clubs were led and you hold two. Play a club.")
    expect(page.locator(f'.hand [data-card="{chosen}"]')).to_have_count(1)


def test_the_keyboard_alone_passes_three_cards(browser: Browser) -> None:
    table = passing()
    page, _ = open_table(browser, table)
    page.locator('.hand [tabindex="0"]').focus()
    for key in ("Enter", "ArrowRight", "Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".hand .chosen")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(".hand .chosen")).to_have_count(0)
    for key in ("Enter", "ArrowLeft", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Pass these cards").press("Enter")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Pass these cards")).to_be_visible()
    expect(page.locator(".hand .chosen")).to_have_count(3)


def test_an_act_whose_frame_comes_before_its_answer_is_shown_once(browser: Browser) -> None:
    """What the document holds already is not foretold again."""
    for table in (passing(), playing()):
        table.frame_first = True
        table.until_own_turn()  # the others have passed: with this act play begins
        page, problems = open_table(browser, table)
        page.evaluate("""() => { window.most = 0; new MutationObserver(() => {
            window.most = Math.max(window.most, document.querySelectorAll(".trick [data-card]").length);
        }).observe(document.body, {subtree: true, childList: true}); }""")
        view = table.view()
        before = len(view["trick"]["cards"]) if view["phase"] == "playing" else 0
        for card in view["legal"].get("of", [])[:3] or [view["legal"]["acts"][0].split()[1]]:
            page.click(f'.hand [data-card="{card}"]', position={"x": 8, "y": 20})
        if view["phase"] == "passing":
            page.get_by_role("button", name="Pass these cards").click()
        page.wait_for_function("() => !window.tablePage.store.pending")
        assert len(acts(table)) == 1
        assert problems == []
        assert page.evaluate("window.most") <= before + 1


def test_a_half_made_choice_survives_updates_and_a_reload(browser: Browser) -> None:
    table = passing()
    page, _ = open_table(browser, table)
    hand = table.view()["hand"]
    for name in hand[:2]:
        page.click(f'.hand [data-card="{name}"]', position={"x": 8, "y": 20})
    table.step()  # somebody else chooses
    table.push()
    expect(page.locator(".plate-marks li", has_text="Ready")).to_have_count(1)
    expect(page.locator(".hand .chosen")).to_have_count(2)
    page.reload()
    expect(page.locator(".hand .chosen")).to_have_count(2)


def test_a_card_is_dragged_onto_the_felt(browser: Browser) -> None:
    table = playing()
    page, _ = open_table(browser, table)
    chosen = playable(table)[0]
    box = page.locator(f'.hand [data-card="{chosen}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 300, steps=5)
    page.keyboard.press("Escape")  # changes one's mind
    page.mouse.up()
    page.evaluate(
        "Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0))).then(() => 0)"
    )  # it glides back
    assert acts(table) == []
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 300, steps=5)
    page.mouse.up()
    expect(page.locator(f'.trick [data-card="{chosen}"]')).to_be_visible()
    assert acts(table) == [f"play {chosen}"]


def test_an_unplayable_card_says_why(browser: Browser) -> None:
    table = playing()
    while not table.view()["why"]:
        table.step(own=True)
        table.until_own_turn()
    name, said = next(iter(table.view()["why"].items()))
    page, _ = open_table(browser, table)
    barred = page.locator(f'.hand [data-card="{name}"]')
    expect(barred).to_have_attribute("aria-disabled", "true")
    assert f"cannot be played: {said['sentence']}" in (barred.get_attribute("aria-label") or "")
    barred.click(position={"x": 8, "y": 20}, force=True)
    expect(page.locator('[data-part="status"]')).to_have_text(said["sentence"])
    assert acts(table) == []


def test_a_whole_hand_of_updates_ends_with_the_truth(browser: Browser) -> None:
    table = playing(tricks=0)
    page, problems = open_table(browser, table)
    while not table.window:
        table.step(own=True)
        table.push()
    table.push()
    expect(page.locator('[data-window="hand-over"]').first).to_be_visible()
    expect(page.locator(".hand .card, .trick .card")).to_have_count(0)
    expect(page.locator(".pile-count")).to_have_text(
        [f"{n} tricks" if n != 1 else "1 trick" for n in _by_place(table)]
    )
    assert problems == []


def _by_place(table: MockTable) -> list[int]:
    """Tricks in the order of the page: the others clockwise, then oneself."""
    taken = table.view()["taken"]
    return [*taken[1:], taken[0]]


def test_markup_in_names_and_chat_stays_text(browser: Browser) -> None:
    table = playing()
    bad = "<b onmouseover=x>q</b>"
    table.names = ["Ann", bad, "Cal", "Dan"]
    page, _ = open_table(browser, table)
    line = {"id": 1, "seat": 1, "name": bad, "text": bad, "ms_ago": 0}
    table.send(json.dumps({"type": "chat", "lines": [line]}))
    page.get_by_role("button", name="Chat").click()
    expect(page.locator(".chat-log li")).to_contain_text(bad)
    expect(page.locator(".seat").filter(has_text=bad)).to_have_count(1)
    assert page.locator("b[onmouseover]").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everything_fits_without_scrolling_sideways(
    browser: Browser, size: tuple[int, int], seats: int
) -> None:
    table = MockTable(seats=seats, seed=3)
    table.deal()
    page, _ = open_table(browser, table, viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".hand .card")).to_have_count(len(table.view()["hand"]))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    strips = page.evaluate(STRIPS)
    assert min(strips) >= 28
    for box in [node.bounding_box() for node in page.locator(".hand .card").all()]:
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1] + 1


def test_leaving_says_its_cost_first(browser: Browser) -> None:
    table = playing()
    page, problems = open_table(browser, table)
    page.get_by_role("button", name="Exit").click()
    expect(page.get_by_role("dialog")).to_contain_text("Leaving now costs you one point.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [frame for frame in table.received if frame["type"] == "leave"] == []
    assert problems == []


def test_each_window_opens_and_escape_closes_it(browser: Browser) -> None:
    page, problems = open_table(browser, playing())
    for name in ("Scores", "Rules", "Settings", "Help", "Menu", "Chat"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("aside.window h2"), name).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("aside.window"), name).to_be_hidden()
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
        assert problems == [], name


def test_still_there_is_asked_and_answered(browser: Browser) -> None:
    table = playing()
    page, _ = open_table(browser, table)
    table.still_there_ms = 60_000
    table.push()
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [frame["type"] for frame in table.received] == ["seen", "here"]


def test_a_waiting_table_says_what_is_played(browser: Browser) -> None:
    table = MockTable(seed=3)
    table.status, table.open_seats = "open", {2, 3}
    table.head["by_lot"] = True
    page, _ = open_table(browser, table, **PHONE)
    expect(page.locator(".lobby-about")).to_have_text(
        "Black Lady · Classic · 4 hands · Beginner · scored, 60 seconds a move · seats by lot"
    )
