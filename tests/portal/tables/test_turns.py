"""Within one process the commands to a table do not race each other: nobody decides in vain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from portal.tables import commands as c
from portal.tables import play, store
from tests.portal.tables.at_tables import first_act, player, started

pytestmark = pytest.mark.django_db(transaction=True)


async def test_four_passes_at_once_take_four_commits(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    table, commits, commit = await store.load(table_id), [], store.commit

    async def counted(*given: Any) -> bool:
        commits.append(await commit(*given))
        return commits[-1]

    monkeypatch.setattr(store, "commit", counted)
    sent = [c.Act(seat=s, turn=table.seats[s].turn, act=first_act(table, s)) for s in range(4)]
    answers = await asyncio.gather(*(play.submit(table_id, one) for one in sent))
    assert [a.version for a in answers] == [table.version + n for n in (1, 2, 3, 4)]
    assert commits == [True] * 4


async def test_a_command_that_fails_lets_the_next_one_in(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await started([player(p) for p in people], scored=True)

    async def fails(*_: Any) -> bool:
        raise OSError("Postgres is away")

    note = c.Announce(code="note", text="Hello.")
    with monkeypatch.context() as broken:
        broken.setattr(store, "commit", fails)
        both = await asyncio.gather(*(play.submit(table_id, note) for _ in range(2)), return_exceptions=True)
    assert [type(one) for one in both] == [OSError, OSError]
    assert (await asyncio.wait_for(play.submit(table_id, note), 5)).ok
    assert not play._turns[asyncio.get_running_loop()], "locks go with their commands"
