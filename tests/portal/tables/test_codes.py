"""Room codes (scenario ROM-02; spec: portal, Scored and test games)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from portal.tables import commands as c
from portal.tables import lobby, store
from portal.tables.models import Table
from tests.portal.tables.at_tables import PORTAL, ok, player
from tests.portal.tables.pages import browser, opened

pytestmark = pytest.mark.django_db(transaction=True)

WISH = lobby.Wish(game="black-lady", seats=4, options=PORTAL)


async def test_a_used_code_is_drawn_anew(people: list[Any]) -> None:
    _, used = await lobby.make_table(WISH, player(people[0]))
    codes = iter([used] * (lobby.CODE_TRIES - 1) + ["FRESH"])
    _, code = await lobby.make_table(WISH, player(people[1]), new_code=lambda: next(codes))
    assert code == "FRESH"


async def test_no_free_code_is_a_clean_error_and_the_old_room_is_untouched(people: list[Any]) -> None:
    table_id, used = await lobby.make_table(WISH, player(people[0]))
    before = await store.load(table_id, fresh=True)
    with pytest.raises(lobby.NoCode, match="try again"):
        await lobby.make_table(WISH, player(people[1]), new_code=lambda: used)
    assert await store.load(table_id, fresh=True) == before
    assert await Table.objects.acount() == 1


async def test_a_closed_tables_code_is_free_again(people: list[Any]) -> None:
    scored = lobby.Wish(game="black-lady", seats=4, options=PORTAL, scored=True, move_time_s=30)
    table_id, used = await lobby.make_table(scored, player(people[0]))
    await ok(table_id, c.Stand(seat=0))
    assert await lobby.table_by_code(used) is None
    again, code = await lobby.make_table(WISH, player(people[1]), new_code=lambda: used)
    assert code == used
    assert await lobby.table_by_code(used) == again


def test_codes_have_no_look_alikes() -> None:
    drawn = [lobby.random_code() for _ in range(2_000)]
    letters = Counter("".join(drawn))
    assert not set("0O1IL") & letters.keys()
    assert len(set(drawn)) > 1_990
    assert {len(code) for code in drawn} == {5}


@pytest.mark.parametrize("typed", [" k7mx2", "K7-MX2", "k7 m x 2", "K7MX2\n"])
def test_any_spelling_of_a_code_is_read(typed: str) -> None:
    assert lobby.clean_code(typed) == "K7MX2"


@pytest.fixture
def nothing_counted() -> Iterator[None]:
    """Neither before nor for the tests that follow: they come from the same address."""
    from portal.accounts.rates import _limiter

    _limiter().storage.reset()
    yield
    _limiter().storage.reset()


@pytest.mark.usefixtures("nothing_counted")
async def test_nobody_finds_a_table_by_trying_codes(people: list[Any]) -> None:
    """Over pages and sockets together; whoever has a seat comes back to it all the same."""
    _, code = await lobby.make_table(WISH, player(people[0]))
    stranger = await sync_to_async(browser)()
    for n in range(15):
        page = await sync_to_async(stranger.get)(f"/tables/ZZZ{n:02}/", HTTP_HOST="localhost")
        assert page.status_code == 404
        async with await opened("ZZZZZ") as guess:
            assert guess.frames[0]["code"] == "gone"
    page = await sync_to_async(stranger.get)(f"/tables/{code}/", HTTP_HOST="localhost")
    assert page.status_code == 429
    host = await sync_to_async(browser)(user=people[0])
    assert (await sync_to_async(host.get)(f"/tables/{code}/", HTTP_HOST="localhost")).status_code == 200
    async with await opened(code, user=people[1]) as guess:
        assert guess.frames[0]["code"] == "too-fast"
    async with await opened(code, user=people[0]) as own:
        assert own.doc["you"]["seat"] == 0


@pytest.mark.usefixtures("nothing_counted")
async def test_without_valkey_nobody_is_kept_out(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from redis.exceptions import ConnectionError as Away

    from portal.tables import guesses

    def away(*_: Any) -> bool:
        raise Away

    monkeypatch.setattr(guesses, "is_exhausted", away)
    monkeypatch.setattr(guesses, "is_allowed", away)
    _, code = await lobby.make_table(WISH, player(people[0]))
    async with await opened("ZZZZZ") as wrong, await opened(code, user=people[1]) as right:
        assert wrong.frames[0]["code"] == "gone"
        assert right.doc["table"]["code"] == code
