"""Whole scored games by the one path, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ladder.models import Played
from portal.tables import commands as c
from portal.tables import store
from portal.tables.lifecycle import Status
from portal.tables.play import now
from portal.tables.snapshot import Snapshot
from portal.tables.views_of import document
from tests.portal.tables.at_tables import ok, play_on, player, started


def options(hands: int, rule_set: str = "portal") -> dict[str, Any]:
    return {"rule_set": rule_set, "length": {"hands": hands}}


def is_over(table: Snapshot) -> bool:
    return table.status is Status.OVER


async def played_out(people: list[Any], hands: int = 1, rule_set: str = "portal") -> Played:
    """A scored game of these people, played to its end."""
    table_id = await _started(people, options(hands, rule_set))
    await play_on(table_id, is_over)
    return await Played.objects.aget(table_ref=str(table_id))


async def left_at(people: list[Any], until: Callable[[Snapshot], bool], hands: int) -> Played:
    """A scored game that all leave, one after the other, once the table is as asked."""
    table_id = await _started(people, options(hands))
    await play_on(table_id, until)
    for seat in range(len(people)):
        table = await store.load(table_id, fresh=True)
        if table.status is Status.RUNNING:
            cost = document(table, seat, now())["you"]["leave"]
            await ok(table_id, c.Leave(seat=seat, confirm=cost["points"]))
    return await Played.objects.aget(table_ref=str(table_id))


async def _started(people: list[Any], chosen: dict[str, Any]) -> int:
    players = [player(person) for person in people]
    return await started(players, scored=True, seats=len(players), options=chosen)
