"""One run: crowd and monkey at once, then rest, then the audit and what it all came to."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from asgiref.sync import sync_to_async
from django.db import Error

from ladder.models import Abandonment, Entry
from portal.tables import database, hub
from portal.tables.models import Event, Outage
from tests.chaos import audit
from tests.chaos.crowd import Crowd
from tests.chaos.monkey import Monkey
from tests.load.robots import accounts
from tests.portal.test_up import is_healthy

PEOPLE_A_TABLE = 4
GOODBYE_S = 6
"""After the last socket has closed: longer than it takes a web process to renew what it still holds."""


@dataclass
class Run:
    data: Path
    port: int
    seed: int

    async def play(self, tables: int, seconds: float, rest_s: float) -> None:
        """Plays for `seconds` under the monkey's hands, then until all tables have ended, `rest_s` at most."""
        people = await accounts(PEOPLE_A_TABLE * tables + 8)
        self.monkey = Monkey(self.data, random.Random(f"monkey {self.seed}"))
        self.crowd = Crowd(f"ws://127.0.0.1:{self.port}", people, random.Random(f"crowd {self.seed}"))
        playing = asyncio.create_task(self.crowd.play(tables))
        working = asyncio.create_task(self.monkey.work())
        await asyncio.sleep(seconds)
        self.crowd.stop()
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
        self.left_running = await self._rest(rest_s)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        await asyncio.sleep(GOODBYE_S)
        await hub.close()
        await database.close()

    async def _rest(self, longest_s: float) -> int:
        """Until no game runs any more; how many still do."""
        until = time.monotonic() + longest_s
        while not await asyncio.to_thread(is_healthy, self.port) and time.monotonic() < until:
            await asyncio.sleep(0.5)
        while time.monotonic() < until:
            with contextlib.suppress(Error):
                if not await sync_to_async(audit.still_running)():
                    return 0
            await asyncio.sleep(1)
        return await sync_to_async(audit.still_running)()

    def audit(self) -> list[str]:
        stuck = [f"{self.left_running} games still run after the rest"] if self.left_running else []
        return stuck + audit.violations(self.crowd.book)

    def report(self) -> str:
        robots = [robot for booked in self.crowd.book for robot in booked.robots]
        refused = Counter(code for robot in robots for _, _, code in robot.refused)
        causes = Counter(Abandonment.objects.values_list("cause", flat=True))
        scored = sum(booked.scored for booked in self.crowd.book)
        return "\n".join(
            (
                f"tables: {len(self.crowd.book)}, {scored} of them scored",
                f"acts: {sum(robot.acts for robot in robots)} of clients accepted, refused: {_counts(refused)}; "
                f"{Event.objects.filter(kind='act').count()} in the logs of scored games",
                f"kills: {_counts(self.monkey.killed)}; stopped: {_counts(self.monkey.stopped)}; "
                f"Valkey emptied {self.monkey.flushed} times",
                f"leavings: {_counts(causes)} ({causes['time'] + causes['connection']} expiries); "
                f"entries: {Entry.objects.count()}; outages: {Outage.objects.count()}",
            )
        )


def _counts(counted: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counted.items())) or "none"
