"""`manage.py drain`: get ready for a restart; `manage.py drain --off`: new games begin again."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.tables import commands as c
from portal.tables import drain, hub
from portal.tables.database import close
from portal.tables.play import now, submit
from portal.tables.store import NoTable

AT_ONCE = 6
LOOK_S = 1.0


class Command(BaseCommand):
    """Tells every table in words, lets no new game begin, and returns when the portal may be stopped.

    Every act is in Postgres before it is answered, so a game is saved at any moment; `--wait` gives running games
    time to come to their end first. The state stays through a restart, until `--off`.
    """

    help = "Announce a restart to all tables and let no new game begin; --off ends it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--off", action="store_true", help="let new games begin again")
        parser.add_argument(
            "--wait", type=float, default=0, metavar="SECONDS", help="wait so long for running games to end"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["off"] and options["wait"]:
            raise CommandError("--off ends the drain at once; leave out --wait.")
        self.stdout.write(asyncio.run(_off() if options["off"] else _drain(options["wait"])))


async def _off() -> str:
    try:
        await drain.end_draining()
    finally:
        await close()
    return "New games begin again."


async def _drain(wait_s: float) -> str:
    try:
        await drain.set_draining(now())
        tables = await drain.tables_to_tell()
        gate = asyncio.Semaphore(AT_ONCE)
        told = sum(await asyncio.gather(*(_tell(table_id, gate) for table_id in tables)))
        until = time.monotonic() + wait_s
        while (running := await drain.games_running()) and time.monotonic() < until:
            await asyncio.sleep(LOOK_S)
    finally:
        await hub.close()
        await close()
    return (
        f"No new game begins now; {told} tables have been told. {running} games are running; each is saved with its "
        "last act. You may stop the portal. After the restart: manage.py drain --off."
    )


async def _tell(table_id: int, gate: asyncio.Semaphore) -> bool:
    async with gate:
        try:
            return (await submit(table_id, c.Announce(code="restart", text=drain.TOLD))).ok
        except NoTable:  # a test table that has ended meanwhile
            return False
