"""A game that is not there any more (its folder is broken, or was taken away) disturbs nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from portal.tables import store
from portal.tables.models import Deadline, Table
from portal.tables.play import now
from portal.tables.sweep import serve
from tests.portal.tables.at_tables import player, seated, started
from tests.portal.tables.pages import browser, opened

pytestmark = pytest.mark.django_db(transaction=True)


async def test_its_tables_are_not_shown_and_keep_still_until_it_is_back(people: list[Any]) -> None:
    open_id = await seated([player(people[0])], scored=True, public=True)
    running_id = await started([player(people[1])], scored=True)
    await Table.objects.all().aupdate(game="gone")
    store.forget()
    code = (await Table.objects.aget(pk=running_id)).code
    for user in (None, *people[:2]):
        client = await sync_to_async(browser)(user)
        assert await _status(client, "/") == 200
        assert await _status(client, "/tables/board/") == 200
        assert await _status(client, f"/tables/{code}/") == 404
    async with await opened(code, user=people[1]) as page:
        assert page.frames[0]["code"] == "gone"
    past = now() - timedelta(seconds=1)
    await Deadline.objects.aupdate(due_at=past, run_at=past)
    assert await serve(0.1) > 0
    assert not await Deadline.objects.filter(set_aside=True).aexists()
    await Table.objects.all().aupdate(game="black-lady")
    assert (await store.load(running_id, fresh=True)).seats[0].is_human
    assert (await store.load(open_id, fresh=True)).setup.game == "black-lady"


async def _status(client: Client, address: str) -> int:
    return int((await sync_to_async(client.get)(address)).status_code)
