"""Acts a second on the whole path: sockets, rules, one durable commit, four views, fan-out. `make bench` runs it.

Starts a portal of its own (one daphne), seats four scripted players at each of `--tables` tables and lets them play
as fast as they are answered. Prints acts a second and how long an act takes to be answered.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from pathlib import Path


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--seconds", type=float, default=10)
    asked = wanted.parse_args()
    from tests.portal.processes import data_folder

    with data_folder() as data:
        _bench(data, asked.tables, asked.seconds)


def _bench(data: Path, tables: int, seconds: float) -> None:
    from tests.portal.processes import running_in
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port)
    try:
        assert "ready" in lines_until(process, "ready")
        os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings")
        import django

        django.setup()
        (web,) = running_in(data, "daphne")
        print(asyncio.run(_play(f"ws://127.0.0.1:{port}", tables, seconds, web)))
    finally:
        end(process)


async def _play(address: str, tables: int, seconds: float, web: int) -> str:
    from portal.tables import commands as c
    from portal.tables import database, hub
    from portal.tables.play import submit
    from tests.load.robots import Robot, accounts, table_for

    took: list[float] = []
    robots: list[Robot] = []
    people = await accounts(4 * tables)
    length = {"rule_set": "portal", "length": {"hands": 20}}
    for n in range(tables):
        four = people[4 * n : 4 * n + 4]
        table_id, code = await table_for(four, options=length)
        robots += [Robot(address=address, code=code, account=one, on_act=took.append) for one in four]
        await submit(table_id, c.Start(seat=0))
    playing = [asyncio.create_task(robot.play()) for robot in robots]
    while len(took) < 8 * tables:  # every table plays: the pages are there, the first cards are dealt
        await asyncio.sleep(0.5)
    took.clear()
    began, used = time.perf_counter(), _cpu_s(web)
    await asyncio.sleep(seconds)
    used = _cpu_s(web) - used
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
    cpu = f"{used / max(1, len(took)) * 1000:.2f} ms of the web process's CPU an act"
    return f"{tables} tables: {rate:.0f} acts/s, answered in {median * 1000:.0f} ms (median), {slow}, {cpu}"


def _cpu_s(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
