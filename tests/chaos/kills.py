"""One process killed in mid-hand: `python -m tests.chaos.kills` tries each in turn on a portal of its own.

A scripted player plays a scored game against three computers; after a few acts the process is killed with -9. Prints
a line of JSON for each: what was wrong, and how long the game took from the kill to its end.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

ACTS_BEFORE = 3
GAME_S, BACK_S, GOODBYE_S = 90, 30, 5
QUICK = {"BOT_PACE_MS": "0,30", "HAND_WINDOW_S": "5"}


def main() -> int:
    from tests.portal.processes import data_folder
    from tests.portal.test_up import end, free_port, lines_until, start

    with data_folder() as data:
        port = free_port()
        process = start(data, port, **QUICK)
        try:
            printed = lines_until(process, "ready")
            assert "ready" in printed, printed
            os.environ.update(
                PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings", DATABASE_POOL="0", **QUICK
            )
            import django

            django.setup()
            return asyncio.run(_each(data, f"ws://127.0.0.1:{port}"))
        finally:
            end(process)


async def _each(data: Path, address: str) -> int:
    from portal.tables import database, hub
    from tests.chaos.monkey import PROCESSES
    from tests.load.robots import accounts

    failed = False
    try:
        for victim, one in zip(PROCESSES, await accounts(len(PROCESSES)), strict=True):
            wrong, took_s = await _game(data, address, victim, one)
            print(json.dumps({"victim": victim, "wrong": wrong, "seconds": round(took_s, 1)}), flush=True)
            failed = failed or bool(wrong)
    finally:
        await hub.close()
        await database.close()
    return int(failed)


async def _game(data: Path, address: str, victim: str, one: Any) -> tuple[list[str], float]:
    """Plays a game, kills in the middle. What was wrong afterwards, and seconds from the kill to the end."""
    from asgiref.sync import sync_to_async

    from portal.tables import commands as c
    from portal.tables import store
    from portal.tables.play import submit
    from tests.chaos import audit
    from tests.chaos.crowd import Booked, surely
    from tests.load.habits import Regular
    from tests.load.robots import table_for

    table_id, code = await surely(lambda: table_for([one]))
    await surely(lambda: submit(table_id, c.Start(seat=0)))
    robot = Regular(address=address, code=code, account=one)
    playing = asyncio.create_task(robot.play())
    while robot.acts < ACTS_BEFORE:
        await asyncio.sleep(0.01)
    before = await surely(lambda: store.log_of(table_id, 1))
    began = time.monotonic()
    came_back = asyncio.create_task(asyncio.to_thread(_kill, data, victim))
    wrong = []
    try:
        await asyncio.wait_for(playing, GAME_S)
    except TimeoutError:
        wrong.append(f"the game did not end in {GAME_S} s")
    took_s = time.monotonic() - began
    await came_back
    after = await surely(lambda: store.log_of(table_id, 1))
    if after[: len(before)] != before or len(after) <= len(before):
        wrong.append("it did not go on from the same state")
    booked = Booked(table_id, code, True, {0: one}, [robot])
    for _ in range(GOODBYE_S * 10):  # the page has just closed; a busy web process hears of it a little later
        if not await sync_to_async(audit.connected)():
            break
        await asyncio.sleep(0.1)
    return wrong + await sync_to_async(audit.violations)([booked]), took_s


def _kill(data: Path, victim: str) -> None:
    """With -9; comes back when another process stands in its place."""
    from tests.chaos.monkey import PROCESSES
    from tests.portal.processes import running_in, wait_until

    old = running_in(data, PROCESSES[victim])
    os.kill(old[0], signal.SIGKILL)
    wait_until(lambda: set(running_in(data, PROCESSES[victim])) - set(old), BACK_S)


if __name__ == "__main__":
    sys.exit(main())
