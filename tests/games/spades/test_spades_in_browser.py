"""Whole games on a real portal in a real browser: two people and two computers, and one person by keys or touch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import END_MS, PLAYABLE, Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


def doc(person: Person) -> Any:
    """The document that the page was sent last."""
    return person.page.evaluate("() => window.tablePage.store.doc")


def take_turn(person: Person) -> None:
    """Bids three, or plays the first card that may be played; the page tells when the turn has come."""
    page, version = person.page, person.version()
    bid, card = page.get_by_role("button", name="Bid 3 tricks"), page.locator(PLAYABLE).first
    expect(bid.or_(card).first).to_be_visible()
    if bid.is_visible():
        bid.press("Enter")
    else:
        card.press("Enter")
    page.wait_for_function(f"() => document.querySelector('#table').dataset.version !== '{version}'")


def play_to_the_end(*people: Person) -> None:
    mine = [person.page.locator("#table.mine") for person in people]
    over = [person.page.get_by_role("heading", name="Game over") for person in people]
    while not over[0].is_visible():
        for person, turn, end in zip(people, mine, over, strict=True):
            if doc(person)["you"]["due"] and doc(person)["table"]["status"] == "running":
                expect(turn.or_(end).first).to_be_visible(timeout=END_MS)
                take_turn(person)


def scored_table(host: Person, other: Person) -> None:
    """Two people, opponents, with two computers at a scored table of one hand."""
    for person in (host, other):
        person.sign_up()
    page = host.page
    page.goto("/tables/new/?game=spades")
    page.get_by_label("Length").select_option(label="one hand")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/tables/*/")
    other.page.goto(f"/tables/{host.room_code()}/")
    other.page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".plate", has_text=other.name)).to_be_visible()
    page.get_by_role("button", name="Fill with computers and start").click()
    for person in (host, other):
        expect(person.page.locator(".hand .card")).to_have_count(13, timeout=END_MS)


def sees_only_own_cards(person: Person) -> None:
    """No frame of a running hand showed a card of another hand before it was played."""
    checked = 0
    for text in person.frames:
        seen = json.loads(text).get("doc") or {}
        game = seen.get("game") or {}
        if seen.get("you") is None or game.get("phase") not in ("bidding", "playing"):
            continue
        laid = [
            card["card"]
            for trick in (*game["tricks"], game["trick"] or {"cards": []})
            for card in trick["cards"]
        ]
        shown = set(re.findall(r'"([2-9TJQKA][CDHS])"', json.dumps(game)))
        assert shown <= {*game["hand"], *laid}
        checked += 1
    assert checked > 13


def test_a_scored_game_by_two_people_and_two_computers(chromium: Browser, portal: str) -> None:
    north = Person(chromium, portal, "Nadine", viewport=DESK)
    east = Person(chromium, portal, "Eamon", viewport=PHONE)
    scored_table(north, east)
    play_to_the_end(north, east)
    expect(north.page.get_by_role("heading", name="Game over")).to_be_visible(timeout=END_MS)
    north.picture("spades-over")
    end = doc(north)
    points, totals = end["result"]["points"], end["game"]["totals"]
    assert points[0] == (totals[0] > totals[1]) - (totals[0] < totals[1])
    assert points[1] == -points[0]
    for person, won in ((north, points[0]), (east, points[1])):
        sees_only_own_cards(person)
        person.page.goto("/leaderboards/spades/1/")
        expect(person.page.get_by_role("row", name=person.name)).to_contain_text(str(won))
        assert person.problems == []


def test_leaving_in_the_first_hand_costs_a_point_and_ends_the_game(chromium: Browser, portal: str) -> None:
    stays = Person(chromium, portal, "Stella", viewport=DESK)
    leaves = Person(chromium, portal, "Lionel", viewport=DESK)
    scored_table(stays, leaves)
    leaves.page.get_by_role("button", name="Exit").first.click()
    question = leaves.page.locator("dialog.question")
    expect(question).to_contain_text("costs you one point")
    question.get_by_role("button", name="Leave").click()
    expect(stays.page.get_by_role("heading", name="Game over")).to_be_visible(timeout=END_MS)
    stays.page.goto("/leaderboards/spades/1/")
    expect(stays.page.get_by_role("row", name="Lionel")).to_contain_text("-1")
    expect(stays.page.get_by_role("row", name="Stella")).to_have_count(0)
    assert stays.problems == leaves.problems == []


def test_two_taps_bid_and_two_taps_play(chromium: Browser, portal: str) -> None:
    guest = Person(chromium, portal, "Guest", viewport=PHONE, has_touch=True)
    page = guest.page
    page.goto("/tables/new/?game=spades")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/tables/*/")
    page.get_by_role("button", name="Fill with computers and start").click()
    nil, four = (
        page.get_by_role("button", name="Bid nil: take no trick"),
        page.get_by_role("button", name="Bid 4 tricks"),
    )
    expect(nil).to_be_visible(timeout=END_MS)
    nil.tap()
    expect(nil).to_have_attribute("aria-pressed", "true")
    four.tap()
    expect(page.locator("[data-part=status]")).to_have_text("Press 4 again to bid it.")
    assert doc(guest)["game"]["bids"][0] is None
    four.tap()
    expect(page.locator(".me .plate-score")).to_have_text("0 of 4", timeout=END_MS)
    expect(page.locator("#table.mine")).to_be_visible(timeout=END_MS)
    card = page.locator(PLAYABLE).first
    name = card.get_attribute("data-card")
    for _ in range(2):
        page.locator(f'.hand [data-card="{name}"]').tap(position={"x": 6, "y": 12})
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)
    page.wait_for_function(  # nothing new comes while it is one's own turn
        "() => { const { you, game } = window.tablePage.store.doc; return you.due && game.tricks.length === 1; }"
    )
    page.get_by_role("button", name="Last trick").tap()
    expect(page.locator("[data-part=status]")).to_contain_text("Last trick: ")
    guest.picture("spades-phone")
    assert guest.problems == []
