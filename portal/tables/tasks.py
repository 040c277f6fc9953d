"""Celery's doors to the tables."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task

from portal.tables.loop import run
from portal.tables.play import now
from portal.tables.presence import sweep_seats
from portal.tables.store import forget_finished
from portal.tables.sweep import serve

TICK_S = 1.9
"""A tick begins each second, so that two are at work at any time: one that dies leaves no gap."""


@shared_task(name="portal.tables.tasks.tick", ignore_result=True)
def tick() -> None:
    """Two seconds of the clock."""
    run(serve(TICK_S))


@shared_task(name="portal.tables.tasks.sweep_ghosts", ignore_result=True)
def sweep_ghosts() -> None:
    """Seats that are said to be present though nobody is connected."""
    run(sweep_seats(now()))


@shared_task(name="portal.tables.tasks.sweep_finished", ignore_result=True)
def sweep_finished() -> None:
    """Drops what nobody needs any more: long closed tables, dead processes' signs of life."""
    run(forget_finished(now() - timedelta(days=7)))
