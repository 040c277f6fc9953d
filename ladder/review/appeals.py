"""A player's word about their own case: once, within 14 days (spec: portal, Review)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import IntegrityError, transaction

from ladder.models import Abandonment, Appeal

log = structlog.get_logger(__name__)

TIME_TO_APPEAL = timedelta(days=14)


def why_not(case: Abandonment, at: datetime) -> str:
    """Why this case cannot be appealed now, in a sentence; "" where it can."""
    if hasattr(case, "appeal"):
        return "You have appealed; a case can be appealed once."
    if case.voided:
        return "A reviewer has voided this case: there is nothing left to appeal."
    if at > case.at + TIME_TO_APPEAL:
        return f"The {TIME_TO_APPEAL.days} days for an appeal are over."
    return ""


def appeal(case: Abandonment, player: Any, text: str, at: datetime) -> str:
    """Keeps the appeal. Returns "", or the sentence why not."""
    if case.player_id != player.pk:
        raise ValueError(f"case {case.pk} is somebody else's")
    if refused := why_not(case, at):
        return refused
    try:
        with transaction.atomic():
            made = Appeal.objects.create(abandonment=case, text=text, at=at)
    except IntegrityError:  # from another tab, a moment ago
        return "You have appealed; a case can be appealed once."
    log.info("case_appealed", case=case.pk, appeal=made.pk, player_id=player.pk)
    return ""
