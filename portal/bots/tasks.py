"""The queue of computer players: a seat's view in, an act out (spec: bots)."""

from __future__ import annotations

from typing import Any

import structlog
from celery import shared_task

from games.registry import game
from portal.tables import commands as c
from portal.tables.loop import run
from portal.tables.play import submit
from portal.tables.store import NoTable

log = structlog.get_logger(__name__)


@shared_task(name="portal.bots.tasks.play_turn", ignore_result=True, expires=10)
def play_turn(
    table_id: int, slug: str, seat: int, turn: int, level: int, budget: int, view: dict[str, Any]
) -> None:
    """Chooses an act for this turn and makes it. A turn that is gone, or a table, needs none."""
    choice = game(slug).bot(view, seat, level, budget)
    reason = {"code": choice.reason.code, "data": dict(choice.reason.data)}
    act = c.Act(seat=seat, turn=turn, act=choice.act, reason=reason, budget=budget)
    try:
        outcome = run(submit(table_id, act))
    except NoTable:
        return
    if not outcome.ok and outcome.code != "stale":
        log.warning("computer_refused", table=table_id, seat=seat, code=outcome.code, message=outcome.message)
