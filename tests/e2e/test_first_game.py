"""The main job, in a real browser on a real portal: from sign-up to the leaderboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_from_sign_up_to_the_leaderboard(chromium: Browser, portal: str) -> None:
    ann = Person(chromium, portal, "Annika", viewport={"width": 1280, "height": 800})
    ann.sign_up()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play Black Lady").click()
    ann.pass_three()
    ann.play_cards(most=4)
    ann.picture("table")
    ann.play_cards()
    window = ann.page.locator(".window")
    expect(window).to_contain_text("Annika")
    points = ann.documents()[-1]["result"]["points"][0]
    assert points in (-1, 0, 1)
    ann.page.goto("/leaderboards/black-lady/1/")
    expect(ann.page.get_by_role("row", name="Annika")).to_contain_text(str(abs(points)))
    assert ann.problems == []


def test_two_people_and_two_computers_by_room_code(chromium: Browser, portal: str) -> None:
    host, other = Person(chromium, portal, "Hostess"), Person(chromium, portal, "Visitor")
    host.sign_up()
    other.sign_up()
    host.page.goto("/tables/new/?game=black-lady")
    host.page.get_by_label("Length").select_option(label="one hand")
    host.page.get_by_role("button", name="Make the table").click()
    host.page.wait_for_url("**/tables/*/")
    code = host.room_code()
    other.page.goto("/")
    other.page.locator("#code").fill(f" {code[:2].lower()} {code[2:].lower()}")
    other.page.get_by_role("button", name="Join", exact=True).click()
    other.page.get_by_role("button", name="Sit down").click()
    expect(host.page.locator(".plate", has_text="Visitor")).to_be_visible()
    host.page.get_by_role("button", name="Fill with computers and start").click()
    host.pass_three()
    other.pass_three()
    _leave_by_exit(other)
    host.play_cards()
    expect(host.page.locator(".window")).to_contain_text("Hostess")
    _sees_only_own_cards(host)
    other.page.goto("/leaderboards/black-lady/1/")
    row = other.page.get_by_role("row", name="Visitor")
    expect(row).to_contain_text("-1")
    assert host.problems == []


def _leave_by_exit(person: Person) -> None:
    person.page.get_by_role("button", name="Exit").first.click()
    question = person.page.locator("dialog.question")
    expect(question).to_contain_text("costs you one point")
    question.get_by_role("button", name="Leave").click()
    expect(question).to_be_hidden()


def _sees_only_own_cards(person: Person) -> None:
    """No frame showed a card of another hand before it was played or passed."""
    for doc in person.documents():
        game = doc.get("game") or {}
        if doc.get("you") is None or game.get("phase") != "playing":
            continue
        open_cards = {c["card"] for t in (*game["tricks"], game["trick"]) for c in t["cards"]}
        known = {*game["hand"], *open_cards, *game["pass"]["passed"], *game["pass"]["received"]}
        shown = _cards_in({k: v for k, v in game.items() if k != "card_points"})
        assert shown <= known, shown - known


def _cards_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return {c for k, v in value.items() for c in _cards_in(k) | _cards_in(v)}
    if isinstance(value, list):
        return {c for v in value for c in _cards_in(v)}
    is_card = (
        isinstance(value, str) and len(value) == 2 and value[0] in "23456789TJQKA" and value[1] in "CDHS"
    )
    return {str(value)} if is_card else set()
