"""Deals are checked in the browser: by WebCrypto where there is one, by our own SHA-256 on plain http."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games import chance
from games.cards import NAMES
from tests.e2e.fair_pages import ROOT, Site, golden
from tests.e2e.people import Person

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

RECORD = golden("dutch-4-four-hands")
IN_PAGE = """async ([cases, hashes]) => {
  const verify = await import("/static/portal/js/verify.js");
  const how = verify[hashes];
  return Promise.all(cases.map(async ([deck, seed, nonces, context]) => [
    await verify.commitment(seed, how),
    await verify.order(deck, seed, nonces, context, how),
    await verify.pick(6, seed, nonces, context, 10, how),
  ]));
}"""


def cases(count: int) -> list[list[Any]]:
    """Decks, seeds, nonces and contexts of many kinds."""
    made = []
    for number in range(count):
        rng = Random(number)
        deck = [card for card in NAMES if card[0] not in rng.choice(("", "2", "23456"))]
        nonces = {str(s): rng.randbytes(rng.randint(16, 32)).hex() for s in range(rng.randint(0, 12))}
        made.append([deck, rng.randbytes(32).hex(), nonces, rng.choice(("7/1/2", "Tisch Ü/12/345"))])
    return made


def by_python(deck: list[str], seed: str, nonces: dict[str, str], context: str) -> list[Any]:
    given = bytes.fromhex(seed), {int(seat): nonce for seat, nonce in nonces.items()}, context
    return [
        chance.commitment(given[0]),
        chance.order(deck, *given),
        list(chance.pick(6, *given, 10)),
    ]


def plain_http(browser: Browser, record: dict[str, Any] = RECORD, **context: Any) -> tuple[Page, list[str]]:
    page, problems = Site(record).page(browser, "/fair-deals/", **context)
    assert not page.evaluate("Boolean(globalThis.crypto.subtle)"), "this page shall have no WebCrypto"
    return page, problems


def check(page: Page, record: Any) -> None:
    content = record if isinstance(record, str) else json.dumps(record)
    page.get_by_label("Or a record").set_input_files(
        {"name": "record.json", "mimeType": "application/json", "buffer": content.encode()}
    )
    page.get_by_role("button", name="Check this record").click()


def test_our_own_sha256_is_that_of_everybody(chromium: Browser) -> None:
    page, _ = plain_http(chromium)
    texts = [Random(n).randbytes(n) for n in (*range(140), 1_000, 10_000)]
    found = page.evaluate(
        """async (texts) => {
          const { sha256, hmac } = await import("/static/portal/js/sha256.js");
          const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
          const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");
          return texts.map((text) => [hex(sha256(bytes(text))), hex(hmac(bytes(text).reverse(), bytes(text)))]);
        }""",
        [text.hex() for text in texts],
    )
    assert found == [
        [hashlib.sha256(text).hexdigest(), hmac.digest(text[::-1], text, "sha256").hex()] for text in texts
    ]


def test_the_page_derives_what_python_derives_without_webcrypto(chromium: Browser) -> None:
    page, _ = plain_http(chromium)
    given = [*cases(60), *documented()]
    assert page.evaluate(IN_PAGE, [given, "ownHashes"]) == [by_python(*case) for case in given]


def test_and_by_webcrypto(chromium: Browser, portal: str) -> None:
    page = chromium.new_context(base_url=portal).new_page()
    page.goto("/fair-deals/")
    given = [*cases(60), *documented()]
    assert page.evaluate(IN_PAGE, [given, "webHashes"]) == [by_python(*case) for case in given]


def documented() -> list[list[Any]]:
    """The vectors of docs/fair-deals.md."""
    text = (ROOT / "docs" / "fair-deals.md").read_text()
    found = re.search(r"```json test-vectors\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return [[list(NAMES), v["seed"], v["nonces"], v["context"]] for v in json.loads(found[1])]


def test_a_true_record_matches(chromium: Browser) -> None:
    page, problems = plain_http(chromium, viewport={"width": 390, "height": 844})
    check(page, RECORD)
    expect(page.locator("[data-verdict=matches]")).to_have_count(4)
    expect(page.locator("[data-part=by-whom]")).to_contain_text("with this page's SHA-256")
    if folder := os.environ.get("SCREENS"):
        page.screenshot(path=f"{folder}/fair-deals-390.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []


def _flip(text: str) -> str:
    """The same hex digits with another last byte."""
    return f"{text[:-2]}{int(text[-2:], 16) ^ 1:02x}"


def _swap_two_cards(record: dict[str, Any]) -> None:
    """The fourth hand's first two seats had a card of each other, and nothing was played after it."""
    last = max(n for n, event in enumerate(record["events"]) if "chance" in event)
    record["events"] = record["events"][: last + 1]
    mine, theirs = (hand.split() for hand in record["events"][-1]["hands"][:2])
    record["events"][-1]["hands"][:2] = [
        " ".join([theirs[0], *mine[1:]]),
        " ".join([mine[0], *theirs[1:]]),
    ]


CHANGES = {
    "seed": ("seed-differs", lambda r: r["fairness"][3].update(seed=_flip(r["fairness"][3]["seed"]))),
    "commitment": (
        "seed-differs",
        lambda r: r["fairness"][3].update(commitment=_flip(r["fairness"][3]["commitment"])),
    ),
    "nonce": ("order-differs", lambda r: r["fairness"][3].update(nonces={"2": "ab" * 16})),
    "context": ("order-differs", lambda r: r["fairness"][3].update(context="selfplay/1/5")),
    "order": ("order-differs", _swap_two_cards),
    "secret": ("not-revealed", lambda r: r["fairness"][3].update(seed=None)),
    "entry": ("missing", lambda r: r["fairness"].pop()),
}


@pytest.mark.parametrize("part", CHANGES)
def test_one_change_is_told_by_its_part_as_the_command_tells_it(chromium: Browser, part: str) -> None:
    from games.record import parse
    from games.verify import findings

    verdict, change = CHANGES[part]
    record = deepcopy(RECORD)
    change(record)
    page, problems = plain_http(chromium)
    check(page, record)
    expect(page.locator("[data-verdict]")).to_have_count(4)
    shown = [str(line.get_attribute("data-verdict")) for line in page.locator("[data-verdict]").all()]
    record.pop("result", None)
    found = list(findings(parse(record)))
    assert shown == [str(f.verdict) for f in found] == ["matches"] * 3 + [verdict]
    assert page.locator("[data-verdict] > p").all_text_contents() == [f.sentence for f in found]
    assert problems == []


LOT = {
    "seed": ("seed-differs", {"seed": _flip("ab" * 32)}),
    "nonce": ("order-differs", {"nonces": {"0": "ab" * 16}}),
    "order": ("order-differs", {"order": [0, 1, 2, 3]}),
    "context": ("context-differs", {}),
    "nothing": ("matches", {}),
}


@pytest.mark.parametrize("part", LOT)
def test_a_lot_of_seats_is_checked_like_a_deal(chromium: Browser, part: str) -> None:
    from games.record import parse
    from games.verify import findings

    verdict, change = LOT[part]
    seed, context = bytes.fromhex("ab" * 32), "other/1/0" if part == "context" else "selfplay/1/0"
    lot = {"hand": 0, "commitment": chance.commitment(seed), "seed": seed.hex(), "nonces": {}, "context": context,
           "order": chance.order(range(4), seed, {}, context)}  # fmt: skip
    record = {**RECORD, "table": {"ref": "selfplay", "game": 1}}
    record["fairness"] = [{**lot, **change}, *RECORD["fairness"]]
    page, problems = plain_http(chromium)
    check(page, record)
    expect(page.locator("[data-verdict]")).to_have_count(5)
    found = list(findings(parse(record)))
    assert page.locator("[data-verdict]").first.get_attribute("data-verdict") == found[0].verdict == verdict
    assert page.locator("[data-verdict] > p").all_text_contents() == [f.sentence for f in found]
    assert problems == []


def test_a_shuffle_for_another_table_is_noticed(chromium: Browser) -> None:
    page, _ = plain_http(chromium)
    check(page, {**RECORD, "table": {"ref": "7", "game": 1}})
    expect(page.locator("[data-verdict=context-differs]")).to_have_count(4)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not JSON that can be read"),
        ("[]", "no game record"),
        (json.dumps({**RECORD, "fairness": None}), 'no "fairness" part'),
        (json.dumps({**RECORD, "fairness": [{"hand": 1}]}), 'needs "commitment" and "context"'),
        (json.dumps({**RECORD, "fairness": [*RECORD["fairness"], RECORD["fairness"][0]]}), "two entries"),
    ],
)
def test_what_is_no_record_gets_a_plain_answer(chromium: Browser, content: str, words: str) -> None:
    page, problems = plain_http(chromium)
    check(page, content)
    expect(page.get_by_role("alert")).to_contain_text(words)
    assert problems == []


def test_a_game_is_played_replayed_and_checked_on_a_real_portal(chromium: Browser, portal: str) -> None:
    ann = Person(chromium, portal, "Fairuza", viewport={"width": 1280, "height": 800})
    ann.sign_up()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play Black Lady").click()
    ann.pass_three()
    _sees_the_commitment(ann)
    ann.play_cards()
    _sees_that_it_fits(ann)
    address = ann.documents()[-1]["result"]["game_page"]
    ann.page.goto(address)
    ann.page.get_by_role("link", name="Replay the game").click()
    expect(ann.page.locator(".status")).to_have_text("Hand 1 is dealt.")
    ann.picture("replay-real")
    ann.page.goto(address)
    ann.page.get_by_role("link", name="Check the deals").click()
    expect(ann.page.locator("[data-verdict=matches]")).to_have_count(1)
    expect(ann.page.locator("[data-part=by-whom]")).to_contain_text("WebCrypto")
    ann.page.get_by_text("What it was checked by").click()
    expect(ann.page.locator("[data-part=findings]")).to_contain_text("From seat 1")
    ann.picture("fair-deals-1280")
    assert ann.problems == []


def _sees_the_commitment(person: Person) -> None:
    """Rules of this table, fair shuffles: the commitment of the running hand, and no seed."""
    told = [json.loads(f) for f in person.frames if '"fairness"' in f]
    committed = {d["doc"]["dealing"]["commitment"] for d in told if d["doc"]["dealing"]}
    shown = _fair_shuffles(person)
    expect(shown).to_contain_text("Hand 1, being played")
    expect(shown).to_contain_text(committed.pop())
    expect(shown).to_contain_text("still secret")
    person.picture("fair-shuffles")
    person.page.keyboard.press("Escape")


def _sees_that_it_fits(person: Person) -> None:
    """After the hand the page compares the seed with what it saw and sent itself."""
    person.page.keyboard.press("Escape")
    shown = _fair_shuffles(person)
    expect(shown).to_contain_text("Hand 1, over")
    expect(shown).to_contain_text("The seed fits the commitment.")
    expect(shown).to_contain_text("It is the commitment that this page saw before the deal.")
    expect(shown).to_contain_text("The number of this browser is among those used.")
    person.picture("fair-shuffles-after")


def _fair_shuffles(person: Person) -> Locator:
    person.page.get_by_role("button", name="Rules").first.click()
    person.page.get_by_text("Fair shuffles").click()
    return person.page.locator(".window .deal").first
