"""Celery's doors to the tables."""

from __future__ import annotations

from celery import shared_task

from portal.tables.loop import run
from portal.tables.sweep import serve

TICK_S = 0.9


@shared_task(name="portal.tables.tasks.tick", queue="clock", ignore_result=True)
def tick() -> None:
    """One second of the clock."""
    run(serve(TICK_S))
