"""Players who say nothing: `python -m tests.load.silence` seats three, each at a scored table with a move time of 30 s.

On a portal of its own, as `make run` starts it. Prints a line of JSON: the causes for which the seats were left, the
ledger's entries, and how many seconds after its deadline each was committed.
"""

from __future__ import annotations

import asyncio
import json
import os
from datetime import datetime
from typing import Any

PLAYERS, APART_S = 3, 3


def main() -> None:
    from tests.portal.processes import data_folder
    from tests.portal.test_up import end, free_port, lines_until, start

    with data_folder() as data:
        port = free_port()
        process = start(data, port)
        try:
            assert "ready" in lines_until(process, "ready")
            os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings")
            import django

            django.setup()
            print(json.dumps(asyncio.run(_watch(f"ws://127.0.0.1:{port}"))))
        finally:
            end(process)


async def _watch(address: str) -> dict[str, object]:
    from asgiref.sync import sync_to_async

    from ladder.models import Abandonment, Entry
    from portal.tables import commands as c
    from portal.tables import database, hub
    from portal.tables.play import submit
    from tests.load.robots import Mute, accounts, table_for

    async def silent(number: int, account: Any) -> None:
        await asyncio.sleep(number * APART_S)
        table_id, code = await table_for([account], move_time_s=30)
        await submit(table_id, c.Start(seat=0))
        await asyncio.wait_for(Mute(address=address, code=code, account=account).play(), 60)

    await asyncio.gather(*(silent(*one) for one in enumerate(await accounts(PLAYERS))))
    left = [one async for one in Abandonment.objects.order_by("at")]
    due_at = [datetime.fromisoformat(one.case_file["timeline"][-1]["at"]) for one in left]
    late_s = [round((one.at - due).total_seconds(), 3) for one, due in zip(left, due_at, strict=True)]
    points = await sync_to_async(lambda: list(Entry.objects.values_list("points", flat=True)))()
    await hub.close()
    await database.close()
    return {"causes": [one.cause for one in left], "points": points, "late_s": late_s}


if __name__ == "__main__":
    main()
