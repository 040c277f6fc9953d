"""A picture of every state of the table page, at every size, by day and by night: `make screens`.

The pictures are for people to look at. The page is the real one and the rules are; the socket is answered here, so
that every state is there at once. `--only` takes names of states, sizes and themes, for a quick look at some.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.mock.table import MockTable

SIZES = {"phone": (390, 844), "phone-lying": (844, 390), "tablet": (820, 1180), "desk": (1280, 800)}
THEMES = ("light", "dark")
Prepare = Callable[["Page", "MockTable"], object]
STATES: dict[str, tuple[Callable[[], MockTable], Prepare]] = {}
CORNER = {"x": 8.0, "y": 20.0}  # of a card: what its neighbour leaves in sight
SAID = [
    "Hello everybody!",
    "That was a beautiful trick, was it not?",
    "https://example.org is not a link here",
    "gg",
]


def state(name: str, table: Callable[[], MockTable]) -> Callable[[Prepare], Prepare]:
    """Makes a state of a table and of what is done on its page before the picture."""

    def add(prepare: Prepare) -> Prepare:
        STATES[name] = (table, prepare)
        return prepare

    return add


def new(**kind: Any) -> MockTable:
    from tests.e2e.mock.table import MockTable

    return MockTable(seed=3, **kind)


def dealt(**kind: Any) -> MockTable:
    table = new(**kind)
    table.deal()
    return table


def own_turn(tricks: int = 4, **kind: Any) -> MockTable:
    """At one's own turn, not as the first of a trick, some cards barred."""
    table = dealt(**kind)
    table.play_tricks(tricks)
    table.until_own_turn()
    while not table.view()["why"]:
        table.step(own=True)
        table.until_own_turn()
    return table


def later(hands: int = 3, **kind: Any) -> MockTable:
    """In the fourth hand."""
    table = dealt(hands=hands + 1, **kind)
    for _ in range(hands):
        while not table.window:
            table.step(own=True)
        table.deal()
    table.play_tricks(3)
    table.until_own_turn()
    return table


def after_a_hand() -> MockTable:
    table = dealt()
    while not table.window:
        table.step(own=True)
    return table


def over(**kind: Any) -> MockTable:
    table = dealt(hands=1, **kind)
    while table.status == "running":
        table.step(own=True)
    return table


def waiting(seats: int = 4) -> MockTable:
    table = new(seats=seats)
    table.status, table.open_seats = "open", {2, 3}
    return table


def chess(moves: str, start: str = "", **kind: Any) -> MockTable:
    table = new(slug="chess", seats=2, options={"start": start}, **kind)
    for number, move in enumerate(moves.split()):
        table.act(number % 2, f"move {move}")
    return table


RUY_LOPEZ = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 f1d1 c8g4"


def press(name: str) -> Prepare:
    """Presses a button of this name, in the menu where there is no room for it beside the others."""

    def prepare(page: Page, table: MockTable) -> None:
        button = page.locator(".cluster").get_by_role("button", name=name)
        if not button.is_visible():
            page.get_by_role("button", name="Menu").click()
            button = page.locator(".window").get_by_role("button", name=name)
        button.click()

    return prepare


def tap(page: Page, card: str) -> None:
    page.click(f'.hand [data-card="{card}"]', position=CORNER, force=True)  # type: ignore[arg-type]


@state("lobby", waiting)
@state("passing", dealt)
@state("my-turn", own_turn)
@state("my-turn-reasons", lambda: own_turn(scored=False))
@state("three-players", lambda: own_turn(seats=3))
@state("five-players", lambda: own_turn(seats=5, scored=False))
@state("hand-over", after_a_hand)
@state("game-over", over)
@state("spectator", lambda: watched())
@state("spades-bidding", lambda: bidding())
@state("spades-playing", lambda: own_turn(slug="spades"))
@state("spades-over", lambda: over(slug="spades"))
@state("chess", lambda: chess(RUY_LOPEZ))
def nothing(page: Page, table: MockTable) -> None:
    """As it is."""


def watched() -> MockTable:
    table = own_turn()
    table.viewer = None
    return table


def bidding() -> MockTable:
    table = dealt(slug="spades")
    table.until_own_turn()
    return table


@state("dealing", new)
def deal(page: Page, table: MockTable) -> None:
    table.deal()
    table.push()
    page.wait_for_function("() => document.getAnimations().length > 20")
    page.evaluate(
        "for (const flight of document.getAnimations()) { flight.currentTime = 330; flight.pause(); }"
    )


@state("passing-chosen", dealt)
def choose(page: Page, table: MockTable) -> None:
    for card in table.view()["hand"][2:9:3]:
        tap(page, card)


@state("passing-waiting", dealt)
def choose_and_pass(page: Page, table: MockTable) -> None:
    choose(page, table)
    page.get_by_role("button", name="Pass these cards").click()
    page.get_by_role("button", name="Take back").wait_for()


@state("raised", own_turn)
def raise_one(page: Page, table: MockTable) -> None:
    page.evaluate("() => localStorage.setItem('table/clicks', 'two')")
    tap(page, table.view()["legal"]["acts"][0].split()[1])


@state("refused", own_turn)
def try_a_barred_card(page: Page, table: MockTable) -> None:
    tap(page, next(iter(table.view()["why"])))


@state("trick-complete", lambda: own_turn(5))
def finish_the_trick(page: Page, table: MockTable) -> None:
    table.act(0, table.view()["legal"]["acts"][0])
    done = len(table.view()["tricks"])
    while len(table.view()["tricks"]) == done:
        table.step(own=True)
    page.clock.install()  # nobody collects it
    table.push()


@state("chat", own_turn)
def chat(page: Page, table: MockTable) -> None:
    page.evaluate("() => localStorage.setItem('table/muted', 'u2')")
    lines = [
        {
            "id": i,
            "seat": i % 3,
            "user": f"u{i % 3}",
            "name": table.names[i % 3],
            "text": text,
            "ms_ago": 9000 - i,
        }
        for i, text in enumerate(SAID)
    ]
    table.notices = [
        {"id": 1, "code": "lost", "text": "Bea has no connection.", "ms_ago": 8998},
        {"id": 2, "code": "back", "text": "Bea is back after 23 s.", "ms_ago": 8000},
    ]
    table.push()
    table.send(json.dumps({"type": "chat", "lines": lines}))
    press("Chat")(page, table)


for title, made in {
    "Scores": later,
    "Rules": own_turn,
    "Settings": own_turn,
    "Help": own_turn,
    "Menu": own_turn,
}.items():
    state(title.lower(), made)(press(title))
state("exit", own_turn)(press("Exit"))
state("menu-test-game", lambda: own_turn(scored=False))(press("Menu"))
state("spades-scores", lambda: later(slug="spades"))(press("Scores"))
state("chess-rules", lambda: chess(RUY_LOPEZ))(press("Rules"))


@state("seat", lambda: own_turn(scored=False))
def seat(page: Page, table: MockTable) -> None:
    page.get_by_role("button", name=table.names[2], exact=True).click()


@state("connection-lost", own_turn)
def lose_the_line(page: Page, table: MockTable) -> None:
    table.unreachable = True
    table.hang_up()
    page.wait_for_timeout(4_000)  # some tries later


@state("someone-lost", own_turn)
def someone_is_lost(page: Page, table: MockTable) -> None:
    table.absent, table.ms_left = {1}, 8_000
    table.push()


@state("still-there", own_turn)
def still_there(page: Page, table: MockTable) -> None:
    table.still_there_ms = 60_000
    table.push()


@state("hint", lambda: own_turn(scored=False))
def hint(page: Page, table: MockTable) -> None:
    card = table.view()["legal"]["acts"][-1]
    table.send(
        json.dumps({"type": "hint", "act": card, "text": "Lowest of your legal cards: it takes no trick."})
    )


@state("chess-picked", lambda: chess(RUY_LOPEZ))
def pick(page: Page, table: MockTable) -> None:
    page.locator('[data-square="b3"]').click()


@state("chess-promotion", lambda: chess("", "8/P5k1/8/8/8/8/6K1/1q6 w - - 0 1"))
def promote(page: Page, table: MockTable) -> None:
    page.locator('[data-square="a7"]').click()
    page.locator('[data-square="a8"]').click()


@state("chess-draw-offered", lambda: chess(RUY_LOPEZ[:-5]))
def offer(page: Page, table: MockTable) -> None:
    table.act(1, "offer-draw")
    table.push()


@state("chess-resign", lambda: chess(RUY_LOPEZ))
def resign(page: Page, table: MockTable) -> None:
    page.get_by_role("button", name="Resign").click()


def take(browser: Browser, name: str, size: str, theme: str, folder: Path) -> list[str]:
    """One picture; what the browser complained about."""
    from tests.e2e.mock.browser import open_table

    table, prepare = STATES[name][0](), STATES[name][1]
    width, height = SIZES[size]
    page, problems = open_table(
        browser, table, viewport={"width": width, "height": height}, color_scheme=theme,
        has_touch=width < 1000, is_mobile=width < 1000,
    )  # fmt: skip
    page.wait_for_function("() => window.tablePage?.client || document.querySelector('.lobby')")
    prepare(page, table)
    if name != "dealing":
        page.wait_for_timeout(400)  # what flies has landed, what opens by itself is open
    page.screenshot(path=folder / f"{name}.{size}.{theme}.png")
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.context.close()
    return [*problems, *([f"scrolls sideways: {wide} px"] if wide > width else [])]


def main() -> None:
    wanted = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    wanted.add_argument("--folder", type=Path, default=Path("data/screens"))
    wanted.add_argument("--only", nargs="*", default=[], help="states, sizes, themes")
    asked = wanted.parse_args()
    _settings()
    from playwright.sync_api import sync_playwright

    from tests.e2e.mock.browser import CHROMIUM

    asked.folder.mkdir(parents=True, exist_ok=True)
    chosen = [[x for x in names if x in asked.only] or [*names] for names in (STATES, SIZES, THEMES)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)  # type: ignore[arg-type]
        for name in chosen[0]:
            for size in chosen[1]:
                for theme in chosen[2]:
                    for problem in take(browser, name, size, theme, asked.folder):
                        print(f"{name}, {size}, {theme}: {problem}")
        browser.close()
    print(f"The pictures are in {asked.folder}/")


def _settings() -> None:
    """Settings that need no services: nothing here asks a database."""
    os.environ.update(SECRET_KEY="only-for-pictures", STATIC_FROM_SOURCE="1", PORTAL_ENV_FILE=os.devnull)
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    import django

    django.setup()


if __name__ == "__main__":
    main()
