"""What the clock has given up on is shown to operators, who can have it tried again."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command

from ladder.models import Abandonment
from portal.tables import sweep
from portal.tables.lifecycle import Due
from portal.tables.models import Deadline
from tests.portal.tables.at_tables import fall_due, player, started

pytestmark = pytest.mark.django_db(transaction=True)


async def deadlines(*words: str) -> str:
    printed = StringIO()
    await sync_to_async(call_command)("deadlines", *words, stdout=printed)
    return printed.getvalue()


async def test_a_row_that_was_set_aside_is_listed_and_served_once_it_is_tried_again(
    people: list[Any],
) -> None:
    assert await deadlines("--set-aside") == "No deadline is set aside.\n"
    table_id = await started([player(p) for p in people], scored=True)
    await fall_due(table_id, 2, Due.MOVE)
    row = await Deadline.objects.aget(table_id=table_id, seat=2, kind="move")
    await Deadline.objects.filter(pk=row.pk).aupdate(set_aside=True, attempts=5)
    await sweep.serve(0)
    assert not await Abandonment.objects.aexists()
    listed = await deadlines("--set-aside")
    assert f"{row.pk}: move of seat 2 at table {table_id} (black-lady" in listed
    assert "tried 5 times" in listed
    assert "again within a second" in await deadlines("--retry", str(row.pk))
    await sweep.serve(0)
    assert (await Abandonment.objects.aget()).seat == 2


async def test_only_what_is_set_aside_can_be_tried_again(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    running = await Deadline.objects.filter(table_id=table_id).afirst()
    assert running is not None
    with pytest.raises(CommandError, match=f"No deadline {running.pk} is set aside"):
        await deadlines("--retry", str(running.pk))
