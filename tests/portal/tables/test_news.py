"""What is published about a table: each viewer's very document, told once, here and in other processes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from portal.tables import commands as c
from portal.tables.hub import hub, topic_of
from portal.tables.news import News, load, news_of
from portal.tables.views_of import document, is_open_to_watch
from tests.portal.tables.at_tables import another_process, code_of, ok, player, seated, started
from tests.portal.tables.decide.at_rest import Game
from tests.portal.tables.decide.at_rest import player as anybody
from tests.portal.tables.pages import opened


def games() -> dict[str, Game]:
    """A table at each of its stages."""
    window = Game(length={"hands": 2}, public=True).started().play_on(lambda g: g.table.window is not None)
    over = Game(public=True).started().play_on(lambda g: g.table.result is not None)
    computers = Game(1, scored=False, public=True)
    computers.do(c.Fill(seat=0))
    dealing = Game(public=True)
    dealing.do(c.Start(seat=0))
    dealing.do(c.Nonce(seat=2, hand=1, nonce="ab" * 16))
    asked = Game().started().passed()
    asked.do(c.Ask(seat=min({0, 1, 2, 3} - asked.table.due())))
    return {
        "open": Game(2), "dealing": dealing, "computers": computers.started(), "private": Game().started(),
        "delayed": Game(public=True).started().passed(), "window": window, "over": over, "asked": asked,
    }  # fmt: skip


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_frame_put_together_is_the_plain_document(game: Game) -> None:
    table = game.table
    news = news_of(table, game.now)
    assert load(news.dump()) == news
    for viewer in (None, 0, 1, 2, 3):
        text = news.frame(viewer)
        shown = is_open_to_watch(table) if viewer is None else viewer in table.humans()
        assert bool(text) is shown, viewer
        if shown:
            plain = json.loads(json.dumps(document(table, viewer, game.now)))
            assert json.loads(text) == {"type": "table", "version": table.version, "doc": plain}


def test_line_breaks_in_a_name_or_a_chat_line_stay_inside_their_frame() -> None:
    game = Game(1, public=True)
    game.do(c.Sit(player=c.Player(user_id=9, guest_key="", name='a\nb\r\u2028"c'), seat=2))
    for news in (news_of(game.table, game.now), News(chat=json.dumps({"lines": ["a\nb"]})), News()):
        assert load(news.dump()) == news
    assert anybody(0).name in news_of(game.table, game.now).frame(2)


on_a_database = pytest.mark.django_db(transaction=True)


def documents(page: Any, version: int) -> int:
    return sum(f["type"] == "table" and f["version"] == version for f in page.frames)


@on_a_database
async def test_this_process_hears_itself_once(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people])
    async with await opened(await code_of(table_id), user=people[0]) as page:
        table = await ok(table_id, c.Announce(code="note", text="Hello."))
        await page.ok("chat", text="once")
        assert hub()._sender is not None
        await hub()._sender
        async with another_process():  # in Redis it comes after the echo of the first two
            last = await ok(table_id, c.Announce(code="note", text="Bye."))
        assert (await page.shows(last.version))["notices"][-1]["text"] == "Bye."
        assert [f["lines"][0]["text"] for f in page.frames if f["type"] == "chat" and f["lines"]] == ["once"]
        assert (documents(page, table.version), documents(page, last.version)) == (1, 1)


@on_a_database
async def test_other_processes_hear_of_a_table(people: list[Any]) -> None:
    """A seat that is taken elsewhere is this page's seat at once; what it may see comes with it."""
    table_id = await seated([player(people[0])], public=True)
    async with await opened(await code_of(table_id), user=people[1]) as page:
        assert page.doc["you"] is None
        async with another_process():
            table = await ok(table_id, c.Sit(player=player(people[1])))
        assert (await page.shows(table.version))["you"]["seat"] == 1


@on_a_database
async def test_news_that_cannot_be_read_do_not_end_the_subscription(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people])
    async with await opened(await code_of(table_id), user=people[0]) as page:
        from django.conf import settings

        await hub()._redis.publish(settings.REDIS_PREFIX + topic_of(table_id), '{"version": 3}')
        async with another_process():
            table = await ok(table_id, c.Announce(code="note", text="Hello."))
        async with asyncio.timeout(5):
            assert (await page.shows(table.version))["notices"][-1]["text"] == "Hello."
