"""How late the clock is: `make bench-clock` runs `python -m tests.bench.clock`.

Starts a portal of its own, as `manage.py up` does, and makes `--tables` running scored games in mid-hand, in each of
which a person is due. All their move clocks run out within `--seconds`, at random instants. Each seat must be settled
once; late is the commit of that transaction (Postgres' own time stamp of it) minus the instant that was due. Then
all of it again, while a clock worker is killed every `--kill-every` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import time
from pathlib import Path

from portal.data import environment_file
from tests.portal.processes import cpu_s, data_folder, running_in, wait_until

CLOCK, POSTGRES = "worker -n clock", "postgres -D"
LEAD_S = 15.0
"""From the making of the tables, which takes a part of it, to the first instant that is due."""


def main() -> int:
    wanted = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    wanted.add_argument("--tables", type=int, default=10_000)
    wanted.add_argument("--seconds", type=float, default=60)
    wanted.add_argument("--kill-every", type=float, default=4)
    wanted.add_argument("--only", choices=("calm", "killed"))
    asked = wanted.parse_args()
    with data_folder() as data:
        return _bench(data, asked)


def _bench(data: Path, asked: argparse.Namespace) -> int:
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port, LOG_LEVEL="WARNING")
    try:
        printed = lines_until(process, "ready")
        assert "ready" in printed, printed
        os.environ.update(PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings", DATABASE_POOL="0")
        assert environment_file(data).exists()
        import django

        django.setup()
        _keep_commit_times(data)
        lost = 0
        for mode, kill_every_s in (("calm", None), ("killed", asked.kill_every)):
            if asked.only in (None, mode):
                line, missing = _measure(data, asked.tables, asked.seconds, kill_every_s)
                print(f"{mode}: {line}", flush=True)
                lost += missing
    finally:
        end(process)
    return 1 if lost else 0


def _keep_commit_times(data: Path) -> None:
    """Postgres notes from now on when each transaction was committed; it has to start anew for that."""
    from django.db import Error, connection

    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM SET track_commit_timestamp = on")
    connection.close()
    os.kill(running_in(data, POSTGRES)[0], signal.SIGINT)

    def is_on() -> bool:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SHOW track_commit_timestamp")
                return bool(cursor.fetchone() == ("on",))
        except Error:
            connection.close()
            return False

    wait_until(is_on, 30)


def _measure(data: Path, tables: int, seconds: float, kill_every_s: float | None) -> tuple[str, int]:
    from tests.bench.many_tables import make

    template = asyncio.run(_template())
    began = time.monotonic()
    first, last = make(template, tables, LEAD_S, seconds)
    made_s = time.monotonic() - began
    before = _cpu_s(data)
    kills = _wait(data, first, last, LEAD_S + seconds, kill_every_s)
    used = {part: (spent - before[part]) / tables * 1000 for part, spent in _cpu_s(data).items()}
    late_ms, doubled, untouched = _late_ms(first, last)
    late_ms.sort()
    p99 = late_ms[int(len(late_ms) * 0.99)] if late_ms else 0.0
    median, worst = (statistics.median(late_ms), late_ms[-1]) if late_ms else (0.0, 0.0)
    return (
        f"{tables} clocks ran out within {seconds:g} s; settled {len(late_ms)}, more than once {doubled}, "
        f"never {untouched}; late by {median:.0f} ms (median), {p99:.0f} ms (99 %), {worst:.0f} ms (most); "
        f"{f'{kills} kills' if kill_every_s else _worded(used)}; made in {made_s:.0f} s"
    ), doubled + untouched


def _wait(data: Path, first: int, last: int, seconds: float, kill_every_s: float | None) -> int:
    """Until all are settled, or none has been for a while; kills meanwhile. How often."""
    kills, left, began = 0, last - first + 1, time.monotonic()
    next_kill = began + LEAD_S
    changed_at = began + seconds
    while left and time.monotonic() < changed_at + 15:
        time.sleep(0.2)
        is_due = kill_every_s is not None and next_kill <= time.monotonic() < began + seconds
        pids = running_in(data, CLOCK) if is_due else []
        if kill_every_s is not None and pids:
            os.kill(
                pids[0], signal.SIGKILL
            )  # the one with the lowest number is mostly the one that has lived longest
            kills += 1
            next_kill += kill_every_s
        now_left = _left(first, last) if time.monotonic() > began + seconds else left
        if now_left != left:
            left, changed_at = now_left, time.monotonic()
    return kills


async def _template() -> int:
    """A scored game of one person and three computers in which only the person is due. Its table's id."""
    from portal.tables import commands as c
    from portal.tables import database, hub, store
    from portal.tables.play import submit
    from tests.load.robots import accounts, table_for

    table_id, _ = await table_for(await accounts(1))
    await submit(table_id, c.Start(seat=0))
    await submit(table_id, c.Nonce(seat=0, hand=1, nonce="a" * 32))
    while (await store.load(table_id, fresh=True)).due() != {0}:
        await asyncio.sleep(0.2)
    await hub.close()
    await database.close()
    return table_id


def _left(first: int, last: int) -> int:
    from portal.tables.models import Table

    return Table.objects.filter(pk__range=(first, last), status="running").count()


_LATE = """
SELECT extract(epoch FROM pg_xact_commit_timestamp(a.xmin) - b.due_at) * 1000,
       (SELECT count(*) FROM ladder_entry e WHERE e.table_ref = a.table_ref AND e.seat = a.seat)
FROM bench_due b JOIN ladder_abandonment a ON a.table_ref = b.table_id::text AND a.seat = 0
WHERE b.table_id BETWEEN %s AND %s
"""


def _late_ms(first: int, last: int) -> tuple[list[float], int, int]:
    """How late each seat was settled; how many were paid more or less than once, how many never left."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_LATE, [first, last])
        rows = cursor.fetchall()
    return [float(late) for late, _ in rows], sum(n != 1 for _, n in rows), last - first + 1 - len(rows)


def _cpu_s(data: Path) -> dict[str, float]:
    """Seconds of CPU so far, by part; what a killed process has used is lost with it."""
    parts = {"clock": CLOCK, "Postgres": "postgres", "web": "daphne"}
    return {part: sum(map(cpu_s, running_in(data, words))) for part, words in parts.items()}


def _worded(used: dict[str, float]) -> str:
    return "ms of CPU each: " + ", ".join(f"{part} {ms:.1f}" for part, ms in used.items())


if __name__ == "__main__":
    sys.exit(main())
