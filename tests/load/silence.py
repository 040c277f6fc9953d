"""A player who says nothing: `python -m tests.load.silence` seats one at a scored table with a move time of 30 s.

On a portal of its own, as `make run` starts it. Prints a line of JSON: the cause for which the seat was left, the
ledger's entries, and how many seconds after the deadline it was committed.
"""

from __future__ import annotations

import asyncio
import json
import os
from datetime import datetime


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

    (one,) = await accounts(1)
    table_id, code = await table_for([one], move_time_s=30)
    await submit(table_id, c.Start(seat=0))
    await asyncio.wait_for(Mute(address=address, code=code, account=one).play(), 60)
    left = await Abandonment.objects.aget()
    due_at = datetime.fromisoformat(left.case_file["timeline"][-1]["at"])
    points = await sync_to_async(lambda: list(Entry.objects.values_list("points", flat=True)))()
    await hub.close()
    await database.close()
    return {"cause": left.cause, "points": points, "late_s": round((left.at - due_at).total_seconds(), 3)}


if __name__ == "__main__":
    main()
