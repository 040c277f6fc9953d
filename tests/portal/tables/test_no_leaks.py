"""No byte to a seat holds a card that its player may not know then (scenario SEC-01).

One whole game with undo, hint, chat, a reload at every turn and the pass; everything that the page is sent over its
socket, and the pages that its player opens, is searched for every card and every secret as the game goes on.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.cards import names
from portal.tables import commands as c
from portal.tables import store
from portal.tables.lifecycle import Status
from portal.tables.play import submit
from portal.tables.snapshot import Change, Snapshot
from portal.tables.views_of import document
from tests.portal.tables.at_tables import deal, first_act, ok, player, seated
from tests.portal.tables.decide.at_rest import Game
from tests.portal.tables.pages import Page, browser, opened

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][CDHS](?![A-Za-z0-9])")
TWO_HANDS = {"rule_set": "portal", "length": {"hands": 2}}


def hidden_from(table: Snapshot, viewer: int | None) -> set[str]:
    """The cards that others hold and this viewer has not seen: not even those that they passed away themselves."""
    hand = None if table.state is None else table.state.hand
    if hand is None or table.status is not Status.RUNNING:
        return set()
    held = {name for seat, cards in enumerate(hand.cards) if seat != viewer for name in names(cards)}
    own = set(names(hand.passed[viewer])) if viewer is not None else set()
    return held - own


def secrets_of(table: Snapshot) -> set[str]:
    """Seeds of hands that are not over, and of a shuffle to come."""
    if table.state is None:
        return set()
    done = len(table.engine.completed_hands(table.state))
    seeds = {deal["seed"] for deal in table.deals_seen if deal["hand"] > done}
    return seeds | ({table.dealing.seed.hex()} if table.dealing else set())


def without_rules(text: str) -> str:
    """Sentences of the rules and the points of cards name cards of no hand in particular."""
    if not text.startswith("{"):
        return text
    frame = json.loads(text)
    if frame.get("type") == "table":
        frame["doc"]["table"]["rules"] = []
        if frame["doc"]["game"]:
            frame["doc"]["game"]["card_points"] = {}
            assert frame["doc"]["game"]["options"]
    return json.dumps(frame)


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[int, Snapshot]:
    """The table as it was at each version."""
    kept: dict[int, Snapshot] = {}
    commit = store.commit

    async def keep(before: Snapshot, change: Change) -> bool:
        kept[change.after.version] = change.after
        return await commit(before, change)

    monkeypatch.setattr(store, "commit", keep)
    return kept


class Listener:
    """One page whose every frame is searched against the table at the version of the last document before it.

    Not against the table of now: an undo may lead from a hint for the second hand back into the first.
    """

    def __init__(self, page: Page, seat: int | None, versions: dict[int, Snapshot]) -> None:
        self.page, self.seat, self.versions = page, seat, versions
        self.searched, self.cards_seen, self.version = 0, 0, 0

    async def listen(self, table_id: int) -> None:
        """Reads on to the present version and searches all that has come."""
        table = await store.load(table_id, fresh=True)
        if table.status is Status.CLOSED:
            return
        await self.page.ok("snapshot")
        for frame in self.page.frames[self.searched :]:
            if frame["type"] == "table":
                self.version = frame["version"]
            self.search(json.dumps(frame), self.versions.get(self.version, table))
        self.searched = len(self.page.frames)

    def search(self, text: str, table: Snapshot) -> None:
        found = set(CARD.findall(without_rules(text)))
        self.cards_seen += len(found)
        assert not found & hidden_from(table, self.seat), (
            f"seat {self.seat} was shown a hidden card: {text[-3000:]}"
        )
        for secret in secrets_of(table):
            assert secret not in text


async def play_through(table_id: int, listeners: list[Listener], each: Any) -> None:
    for step in range(400):
        table = await store.load(table_id, fresh=True)
        for one in listeners:
            await one.listen(table_id)
        if table.status is not Status.RUNNING:
            return
        if table.window:
            for seat in sorted(table.present()):
                await submit(table_id, c.Continue(seat=seat, hand=table.window.hand))
        elif table.dealing:
            await deal(table_id)
        else:
            await each(step, table)
    raise AssertionError("no end")


async def play_one(table_id: int, table: Snapshot) -> None:
    seat = min(table.due())
    await ok(table_id, c.Act(seat=seat, turn=table.seats[seat].turn, act=first_act(table, seat)))


@pytest.mark.usefixtures("unhurried")
async def test_a_test_game_with_undo_hints_and_reloads(
    people: list[Any], versions: dict[int, Snapshot]
) -> None:
    table_id = await seated(
        [player(people[0]), player(people[1])], scored=False, options=TWO_HANDS, public=True
    )
    code = (await store.load(table_id)).setup.code
    client = await sync_to_async(browser)(user=people[0])
    async with await opened(code, user=people[0]) as own, await opened(code, user=people[2]) as watching:
        mine, watcher = Listener(own, 0, versions), Listener(watching, None, versions)
        await ok(table_id, c.Start(seat=0))

        async def each(step: int, table: Snapshot) -> None:
            if 0 in table.due() and step % 3 == 0:
                await own.ok("hint")
            if step % 10 == 4:
                await own.ask("undo")
                await submit(table_id, c.AnswerUndo(seat=1, agree=True))
                return
            if step % 7 == 0:
                await own.ask("chat", text="hello")
                async with await opened(code, user=people[0]) as reloaded:
                    await Listener(reloaded, 0, versions).listen(table_id)
                for address in (f"/tables/{code}/", "/"):
                    page = await sync_to_async(client.get)(address, HTTP_HOST="localhost")
                    mine.search(page.content.decode(), await store.load(table_id, fresh=True))
            await play_one(table_id, await store.load(table_id, fresh=True))

        await play_through(table_id, [mine, watcher], each)
        assert (await store.load(table_id)).status is Status.OVER
        assert mine.searched > 250
        assert mine.cards_seen > 2_000, "own and played cards are there to be found"
        assert watcher.cards_seen > 500


@pytest.mark.usefixtures("unhurried")
async def test_a_scored_game_for_all_four_seats_and_a_spectator(
    people: list[Any], versions: dict[int, Snapshot]
) -> None:
    table_id = await seated([player(p) for p in people], scored=True, public=True)
    code = (await store.load(table_id)).setup.code
    pages = [await opened(code, user=person) for person in people]
    watching = await opened(code)
    for page in (*pages, watching):
        await page.__aenter__()
    listeners = [*(Listener(p, n, versions) for n, p in enumerate(pages)), Listener(watching, None, versions)]
    await ok(table_id, c.Start(seat=0))

    async def each(_: int, table: Snapshot) -> None:
        shown = set(CARD.findall(without_rules(json.dumps(watching.frames[-2]))))
        laid = {names(1 << card)[0] for card in table.state.hand.trick}
        assert not shown & laid, "spectators are one trick behind"
        await play_one(table_id, table)

    await play_through(table_id, listeners, each)
    assert all(one.cards_seen for one in listeners)
    for page in (*pages, watching):
        await page.__aexit__(None, None, None)


def test_the_search_finds_what_it_is_for() -> None:
    """Another seat's document, or a seed before its time, does not pass."""
    g = Game(scored=False).started().passed()
    shown = json.dumps({"type": "table", "doc": document(g.table, 1, g.now)})
    Listener(None, 1, {}).search(shown, g.table)  # type: ignore[arg-type]
    for leak in (shown, g.table.deals_seen[0]["seed"]):
        with pytest.raises(AssertionError):
            Listener(None, 0, {}).search(leak, g.table)  # type: ignore[arg-type]
    assert CARD.findall('{"hand": ["2C", "TD"], "act": "play QS", "id": "A5C2D"}') == ["2C", "TD", "QS"]
