"""Acts a second on the whole path: sockets, rules, one durable commit, four views, fan-out. `make bench` runs it.

Starts a portal of its own (one daphne), seats four scripted players at each of `--tables` tables and lets them play
as fast as they are answered. Prints acts a second, how long an act takes to be answered, and the CPU that an act takes
of the web process, of Postgres, of Valkey and of the players themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from pathlib import Path
from typing import Any


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--seconds", type=float, default=10)
    asked = wanted.parse_args()
    from tests.portal.processes import data_folder

    with data_folder() as data:
        _bench(data, asked.tables, asked.seconds)


def _bench(data: Path, tables: int, seconds: float) -> None:
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port)
    try:
        assert "ready" in lines_until(process, "ready")
        os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings")
        import django

        django.setup()
        print(asyncio.run(_play(f"ws://127.0.0.1:{port}", tables, seconds, data)))
    finally:
        end(process)


async def _play(address: str, tables: int, seconds: float, data: Path) -> str:
    from portal.tables import commands as c
    from portal.tables import database, hub
    from portal.tables.play import submit
    from tests.load.robots import Robot, accounts, table_for

    class Player(Robot):
        """Answers a hand's question once, as the page does, and not with every frame that still asks."""

        answered: tuple[str, int] = ("", 0)

        async def _send(self, socket: Any, frame: dict[str, Any]) -> None:
            question = (frame["type"], frame.get("hand", 0))
            if frame["type"] == "act" or question != self.answered:
                await super()._send(socket, frame)
                self.answered = self.answered if frame["type"] == "act" else question

    took: list[float] = []
    robots: list[Robot] = []
    people = await accounts(4 * tables)
    length = {"rule_set": "portal", "length": {"hands": 20}}
    for n in range(tables):
        four = people[4 * n : 4 * n + 4]
        table_id, code = await table_for(four, options=length)
        robots += [Player(address=address, code=code, account=one, on_act=took.append) for one in four]
        await submit(table_id, c.Start(seat=0))
    playing = [asyncio.create_task(robot.play()) for robot in robots]
    while len(took) < 8 * tables:  # every table plays: the pages are there, the first cards are dealt
        await asyncio.sleep(0.5)
    took.clear()
    began, before = time.perf_counter(), _cpu_s(data)
    await asyncio.sleep(seconds)
    after = _cpu_s(data)
    rate, sample = len(took) / (time.perf_counter() - began), sorted(took)
    for task in playing:
        if task.done():
            task.result()  # a robot that broke is a bench that measured something else
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await hub.close()
    await database.close()
    p99 = sample[int(len(sample) * 0.99)] if sample else 0
    median = statistics.median(sample) if sample else 0
    slow = f"{p99 * 1000:.0f} ms (99 %)"
    used = {
        name: sum(s - before[name].get(pid, 0) for pid, s in pids.items()) for name, pids in after.items()
    }
    cpu = ", ".join(f"{name} {spent / max(1, len(sample)) * 1000:.2f}" for name, spent in used.items())
    answered = f"answered in {median * 1000:.0f} ms (median), {slow}"
    return f"{tables} tables: {rate:.0f} acts/s, {answered}; ms of CPU an act: {cpu}"


def _cpu_s(data: Path) -> dict[str, dict[int, float]]:
    """Seconds of CPU that the processes have used so far, by their part and pid."""
    from tests.portal.processes import cpu_s, running_in

    parts = {"web process": "daphne", "Postgres": "postgres", "Valkey": "valkey"}
    pids = {part: running_in(data, words) for part, words in parts.items()} | {"players": [os.getpid()]}
    return {part: {pid: cpu_s(pid) for pid in of} for part, of in pids.items()}


if __name__ == "__main__":
    main()
