"""An account that takes another name bears it at its tables too (spec: portal, the host's real display name)."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from portal.tables import lobby, store
from tests.portal.tables.at_tables import code_of, player, seated, started
from tests.portal.tables.pages import browser, opened

pytestmark = pytest.mark.django_db(transaction=True)


async def test_everybody_at_the_table_and_in_the_lobby_reads_the_new_name(people: list[Any]) -> None:
    running = await started([player(one) for one in people], scored=True)
    waiting = await seated([player(one) for one in people[:2]], public=True)
    elsewhere = await seated([player(people[1])], public=True)
    before, untouched = await store.load(running), (await store.load(elsewhere)).version
    async with await opened(await code_of(running), user=people[1]) as other:
        client = await sync_to_async(browser)(user=people[0])
        answer = await sync_to_async(client.post)("/account/name/", {"username": "Annabel"})
        assert answer.status_code == 302
        doc = await other.shows((await store.load(running, fresh=True)).version)
        assert [plate["name"] for plate in doc["seats"]] == ["Annabel", "Beate", "Cemal", "Danny"]
        assert doc["notices"][-1]["text"] == "Anna is called Annabel now."
    after = await store.load(running, fresh=True)
    assert after.deadlines == before.deadlines, "nobody's clock is touched"
    assert (await store.load(elsewhere, fresh=True)).version == untouched
    shown = {row.code: row.host for row in await lobby.public_tables()}
    assert shown == {await code_of(waiting): "Annabel", await code_of(elsewhere): "Beate"}


async def test_a_name_that_is_refused_changes_no_table(people: list[Any]) -> None:
    table_id = await started([player(one) for one in people], scored=True)
    version = (await store.load(table_id)).version
    client = await sync_to_async(browser)(user=people[0])
    answer = await sync_to_async(client.post)("/account/name/", {"username": "BEATE"})
    assert "is taken" in answer.content.decode()
    assert (await store.load(table_id, fresh=True)).version == version
