"""The power fails: `python -m tests.load.outage` kills a whole portal with 50 running games and brings it back later.

Each player's move clock runs out while it is away (240 s; 60 s a move). Prints a line of JSON: how many have left,
by how many seconds the time left on the clocks differs from what it was, and how many tables say why. Exit code 1 if
anybody has left, a clock differs by more than 5 s (the last sign of life is that old at most), or a table is silent.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

MOVE_TIME_S = 60
UNSEEN_S = 5.0


def main() -> int:
    wanted = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--away", type=float, default=240)
    asked = wanted.parse_args()
    from tests.portal.processes import data_folder

    with data_folder() as data:
        seen = _outage(data, asked.tables, asked.away)
    print(json.dumps(seen))
    return 0 if seen["left"] == 0 and seen["most_s"] <= UNSEEN_S and seen["told"] == asked.tables else 1


def _outage(data: Path, tables: int, away_s: float) -> dict[str, Any]:
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port)
    try:
        assert "ready" in lines_until(process, "ready")
        os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings", DATABASE_POOL="0")
        import django

        django.setup()
        before = asyncio.run(_begun(f"ws://127.0.0.1:{port}", tables))
        _power_off(data, process)
        time.sleep(away_s)
        process = start(data, port)
        assert "ready" in lines_until(process, "ready")
        return asyncio.run(_seen(before))
    finally:
        end(process)


async def _begun(address: str, tables: int) -> dict[int, float]:
    """So many games whose people owe a move; the seconds left to each, by table."""
    from portal.tables import commands as c
    from portal.tables.models import Deadline
    from portal.tables.play import submit
    from tests.load.robots import Mute, accounts, table_for

    made = []
    for one in await accounts(tables):
        table_id, code = await table_for([one], move_time_s=MOVE_TIME_S)
        made.append((table_id, Mute(address=address, code=code, account=one)))
    pages = [asyncio.create_task(robot.play()) for _, robot in made]
    for table_id, _ in made:
        await submit(table_id, c.Start(seat=0))
    while await Deadline.objects.filter(kind="move").acount() < tables:
        await asyncio.sleep(0.2)
    left = await _left_s()
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    await _go()
    return left


def _power_off(data: Path, process: Any) -> None:
    """Everything dies at once, the supervisor first."""
    from tests.portal.processes import running_in

    process.kill()
    for pid in running_in(data):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


async def _seen(before: dict[int, float]) -> dict[str, Any]:
    from ladder.models import Abandonment
    from portal.tables.models import Event

    async def told() -> int:
        return await Event.objects.filter(data__code="outage").values("table_id").distinct().acount()

    until = time.monotonic() + 30
    while await told() < len(before) and time.monotonic() < until:
        await asyncio.sleep(0.2)
    after = await _left_s()
    differ = [abs(after[table] - left) for table, left in before.items() if table in after]
    seen = {
        "tables": len(before),
        "left": await Abandonment.objects.acount(),
        "clocks": len(differ),
        "most_s": round(max(differ, default=float("inf")), 2),
        "told": await told(),
    }
    await _go()
    return seen


async def _left_s() -> dict[int, float]:
    from portal.tables.models import Deadline
    from portal.tables.play import now

    at = now()
    rows = Deadline.objects.filter(kind="move").values_list("table_id", "due_at")
    return {table: (due_at - at).total_seconds() async for table, due_at in rows}


async def _go() -> None:
    from asgiref.sync import sync_to_async
    from django.db import connections

    from portal.tables import database, hub

    await sync_to_async(connections.close_all)()
    await hub.close()
    await database.close()


if __name__ == "__main__":
    sys.exit(main())
