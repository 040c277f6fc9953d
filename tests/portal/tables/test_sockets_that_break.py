"""However a socket ends, its lease ends too: nobody stays 'connected' by a page that is long gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from portal.tables import hub, presence, store
from portal.tables.consumers import TableConsumer
from portal.tables.presence import leases
from tests.portal.tables.at_tables import player, started
from tests.portal.tables.pages import LONGEST_S, Page, browser

pytestmark = pytest.mark.django_db(transaction=True)


async def page_of(user: Any, table_id: int) -> Any:
    """A socket of that player's, not yet connected."""
    from asgiref.sync import sync_to_async

    client = await sync_to_async(browser)(user)
    return Page((await store.load(table_id)).setup.code, client)._socket


async def test_an_error_on_the_way_in(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await started([player(p) for p in people], scored=True)

    async def fails(self: Any) -> None:
        assert len(leases()._open) == 1
        raise OSError("Postgres is away")

    monkeypatch.setattr(TableConsumer, "send_snapshot", fails)
    socket = await page_of(people[1], table_id)
    await socket.connect(timeout=LONGEST_S)
    with pytest.raises(OSError, match="away"):
        await socket.wait(timeout=LONGEST_S)
    assert leases()._open == {}
    assert not hub.hub()._sockets


async def test_a_handler_that_is_cancelled(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The server gives up on a socket whose handler still waits for Postgres."""
    table_id = await started([player(p) for p in people], scored=True)
    waits = asyncio.Event()

    async def hangs(self: Any) -> None:
        waits.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(TableConsumer, "send_snapshot", hangs)
    socket = await page_of(people[1], table_id)
    await socket.connect(timeout=LONGEST_S)
    await asyncio.wait_for(waits.wait(), LONGEST_S)
    assert len(leases()._open) == 1
    socket.future.cancel()
    await asyncio.wait([socket.future], timeout=LONGEST_S)
    assert leases()._open == {}
    assert not hub.hub()._sockets


async def test_a_lease_that_was_only_half_opened(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await started([player(p) for p in people], scored=True)

    async def fails(*_: Any, **__: Any) -> None:
        raise OSError("Postgres is away")

    with monkeypatch.context() as broken:
        broken.setattr(presence.store, "load", fails)
        with pytest.raises(OSError, match="away"):
            await leases().open(table_id, 1)
    assert leases()._open == {}


async def test_a_lobby_that_is_given_up_on_hears_nothing_more(transactional_db: None) -> None:
    from channels.testing import WebsocketCommunicator

    from portal.asgi import application

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, "/ws/board/", headers=headers)
    await socket.connect(timeout=LONGEST_S)
    assert list(hub.hub()._sockets) == [hub.BOARD]
    socket.future.cancel()
    await asyncio.wait([socket.future], timeout=LONGEST_S)
    assert not hub.hub()._sockets
