"""The chaos suite: `python -m tests.chaos --seconds 120 --seed 7 --tables 40` (`make chaos`, `make chaos-quick`).

A portal of its own, a crowd of scripted players with habits, and a monkey that kills and stops processes, cuts
connections and empties Valkey. When it has rested, an auditor checks every table and the whole ledger. Exit code 1
if anything is not as it must be. A seed repeats who plays, how, and what is done to whom, and when.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

from tests.portal.processes import data_folder

REST_S = 240
"""So long may tables take to come to their end when the monkey has gone: a move clock of 30 s for each leaver."""
QUICKER = {"BOT_PACE_MS": "20,150", "ABSENT_S": "25", "HAND_WINDOW_S": "10", "LOG_LEVEL": "WARNING"}


def main() -> int:
    wanted = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    wanted.add_argument("--seconds", type=float, default=120)
    wanted.add_argument("--tables", type=int, default=40)
    wanted.add_argument("--seed", type=int, default=int(os.environ.get("SEED") or time.time()))
    wanted.add_argument("--keep", type=Path, help="a folder for the portal's data and logs, which stays")
    asked = wanted.parse_args()
    print(f"Chaos: {asked.tables} tables for {asked.seconds:g} s, SEED={asked.seed}", flush=True)
    with data_folder() as data:
        return _chaos(asked.keep or data, asked)


def _chaos(data: Path, asked: argparse.Namespace) -> int:
    from tests.portal.test_up import end, free_port, lines_until, start

    port = free_port()
    process = start(data, port, **QUICKER)
    try:
        printed = lines_until(process, "ready")
        assert "ready" in printed, printed
        os.environ.update(
            PORTAL_DATA=str(data), DJANGO_SETTINGS_MODULE="portal.settings", DATABASE_POOL="0", **QUICKER
        )
        import django

        django.setup()
        from tests.chaos.run import Run

        run = Run(data=data, port=port, seed=asked.seed)
        asyncio.run(run.play(asked.tables, asked.seconds, REST_S))
        found = run.audit()
        print(run.report(), *found, f"{len(found)} violations (SEED={asked.seed})", sep="\n", flush=True)
    finally:
        end(process)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
