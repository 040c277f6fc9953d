"""A reviewer's decision: once, or as a new one on top (spec: portal, Review; LVR-02)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction

from ladder import ledger
from ladder.kinds import title_of
from ladder.models import Abandonment, Appeal, Decision
from ladder.review.conflicts import took_part

log = structlog.get_logger(__name__)

UPHOLD, VOID = Decision.Verdict.UPHOLD, Decision.Verdict.VOID
NOT_YET = 0
"""What a reviewer has seen where there was no decision."""


class Refused(Exception):
    """Nothing was decided: a code, and a sentence that says why."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a reviewer asks for: `seen` is the id of the last decision that their page showed, or NOT_YET."""

    case_id: int
    seen: int


@transaction.atomic
def decide(wish: Wish, reviewer: Any, verdict: Decision.Verdict, reason: str, at: datetime) -> Decision:
    """Writes the decision and the entries that it asks for, in one transaction. Raises Refused.

    Holds the case's row; the ledger comes last. Of two reviewers at once the second one finds the first one's
    decision, which their page did not show, and is told so.
    """
    case = Abandonment.objects.select_for_update().defer("case_file").filter(pk=wish.case_id).first()
    if case is None:
        raise Refused("no-case", "There is no such case.")
    if Abandonment.objects.filter(took_part(reviewer.pk), pk=case.pk).exists():
        raise Refused("own-game", "You had a seat in this game: another reviewer has to decide.")
    _refuse_repetition(case, wish.seen, verdict)
    decision = Decision.objects.create(
        abandonment=case, reviewer=reviewer, verdict=verdict, reason=reason, at=at
    )
    is_voided = verdict == VOID
    if case.voided != is_voided and not ledger.reverse(case.pk, is_voided=is_voided, at=at):
        raise RuntimeError(f"case {case.pk} is held, and yet it was decided by somebody else")
    _log_when_committed(case, decision, reviewer)
    return decision


def _refuse_repetition(case: Abandonment, seen: int, verdict: str) -> None:
    last = case.decisions.select_related("reviewer").order_by("-pk").first()
    if last is None:
        return
    told = f"{last.reviewer.display_name} {last.get_verdict_display()} this case"
    if last.pk != seen:
        raise Refused("decided-meanwhile", f"{told} meanwhile. Look at it again before you decide otherwise.")
    is_new = Appeal.objects.filter(abandonment=case, at__gt=last.at).exists()
    if last.verdict == verdict and not is_new:
        raise Refused("decided", f"{told} already. A new decision would have to be another one.")


def _log_when_committed(case: Abandonment, decision: Decision, reviewer: Any) -> None:
    told = {
        "case": case.pk, "table": case.table_ref, "game_number": case.game_number, "seat": case.seat,
        "decision": decision.pk, "verdict": str(decision.verdict), "reviewer": reviewer.display_name,
        "reviewer_id": reviewer.pk,
    }  # fmt: skip
    transaction.on_commit(lambda: log.info("case_decided", **told))


def decide_all(
    wishes: Iterable[Wish], reviewer: Any, verdict: Decision.Verdict, reason: str, at: datetime
) -> tuple[list[int], list[str]]:
    """Each case in a transaction of its own. The cases that were decided, and a sentence for each that was not."""
    decided, refused = [], []
    for wish in wishes:
        try:
            decide(wish, reviewer, verdict, reason, at)
            decided.append(wish.case_id)
        except Refused as refusal:
            refused.append(f"{_named(wish.case_id)}: {refusal.sentence}")
    return decided, refused


def _named(case_id: int) -> str:
    case = Abandonment.objects.select_related("player").defer("case_file").filter(pk=case_id).first()
    if case is None:
        return f"Case {case_id}"
    return f"Case {case_id} ({case.player.display_name}, {title_of(case.game)}, {case.at:%d %B %Y})"
