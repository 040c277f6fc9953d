"""Kills, stops and empties what the portal consists of, in an order that follows from a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import redis
from django.conf import settings

from tests.portal.processes import running_in

PROCESSES = {
    "daphne": "daphne",
    "clock": "worker -n clock",
    "work": "worker -n work",
    "beat": "celery -A portal beat",
    "postgres": "postgres -D",
    "valkey": "valkey-server",
}
"""By the words in their command."""
WHOLE = {"postgres": "postgres", "work": "worker -n work"}
"""What is stopped together: the server's own processes too."""
PAUSE_S = (2.0, 6.0)
STOPPED_S = (0.5, 8.0)


@dataclass
class Monkey:
    """Works until it is cancelled; counts what it did."""

    data: Path
    rng: random.Random
    killed: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    flushed: int = 0

    async def work(self) -> None:
        """One mischief after the other."""
        try:
            while True:
                await asyncio.sleep(self.rng.uniform(*PAUSE_S))
                what, who = self.rng.random(), self.rng.choice(list(PROCESSES))
                if what < 0.5:
                    self._kill(who)
                elif what < 0.85:
                    await self._stop(who, self.rng.uniform(*STOPPED_S))
                else:
                    await self._flush()
        finally:
            for who in PROCESSES:
                _signal(self._pids(who, whole=True), signal.SIGCONT)

    def _pids(self, who: str, *, whole: bool = False) -> list[int]:
        return running_in(self.data, WHOLE.get(who, PROCESSES[who]) if whole else PROCESSES[who])

    def _kill(self, who: str) -> None:
        pids = self._pids(who)
        if pids:
            _signal([self.rng.choice(pids)], signal.SIGKILL)
            self.killed[who] += 1

    async def _stop(self, who: str, seconds: float) -> None:
        pids = self._pids(who, whole=True)
        _signal(pids, signal.SIGSTOP)
        self.stopped[who] += bool(pids)
        await asyncio.sleep(seconds)
        _signal(pids, signal.SIGCONT)

    async def _flush(self) -> None:
        """Everything in Valkey goes: queues, cache, sessions."""
        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
                await asyncio.to_thread(client.flushall)
        except redis.RedisError:
            return
        self.flushed += 1


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue
