"""How long people wait for experts: `python -m tests.bench.experts --tables 20`, a person and three experts at each.

Starts a portal of its own on which computers wait for nothing before they play. Prints how long an expert's card came
after the card before it, how much of its budget it could use, and how often a legal card was played for one too late.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
from pathlib import Path

EXPERT = 3


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--tables", type=int, default=20)
    wanted.add_argument("--seconds", type=float, default=30)
    wanted.add_argument("--think", type=float, default=1.0, help="seconds that a person takes, on average")
    asked = wanted.parse_args()
    from tests.portal.processes import data_folder

    with data_folder() as data:
        _bench(data, asked)


def _bench(data: Path, asked: argparse.Namespace) -> None:
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port, BOT_PACE_MS="0,0")
    try:
        assert "ready" in lines_until(process, "ready")
        os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings")
        import django

        django.setup()
        print(asyncio.run(_play(f"ws://127.0.0.1:{port}", asked)))
    finally:
        end(process)


async def _play(address: str, asked: argparse.Namespace) -> str:
    from games.registry import game
    from portal.tables import commands as c
    from portal.tables import database, hub
    from portal.tables.models import Event
    from portal.tables.play import submit
    from tests.load.robots import Robot, accounts, table_for

    robots, length = [], {"rule_set": "portal", "length": {"hands": 20}}
    for one in await accounts(asked.tables):
        table_id, code = await table_for([one], options=length, level=EXPERT)
        robots.append(Robot(address=address, code=code, account=one, think_s=asked.think))
        await submit(table_id, c.Start(seat=0))
    playing = [asyncio.create_task(robot.play()) for robot in robots]
    await asyncio.sleep(asked.seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    took, budgets, late, before = [], [], 0, None
    async for event in Event.objects.order_by("table_id", "id"):
        late += event.data.get("code") == "computer-late"
        if event.kind == "chance":
            before = None
        if event.kind != "act":
            continue
        plays = event.data["event"]["act"].startswith("play")
        if plays and event.seat != 0 and before is not None and before.table_id == event.table_id:
            took.append((event.at - before.at).total_seconds())
            budgets.append(event.data.get("budget") or 0)
        before = event
    await hub.close()
    await database.close()
    took.sort()
    share = statistics.fmean(budgets) / game("black-lady").budgets[EXPERT]
    slow = f"{took[int(len(took) * 0.99)]:.2f} s (99 %), {took[-1]:.2f} s (most)"
    seen = (
        f"{len(took)} cards of experts, {statistics.median(took):.2f} s (median), {slow} after the one before"
    )
    return f"{asked.tables} tables: {seen}; {share:.0%} of the budget; {late} too late"


if __name__ == "__main__":
    main()
