"""Reading cases: the queue with its filters, one case, a player's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.fields.json import KT

from ladder.models import Abandonment, Decision
from ladder.review.conflicts import took_part

CASES_A_PAGE = 25
REPEATED = 3
"""So many leavings that stand, within REPEATED_WITHIN, mark a case as repeated."""
REPEATED_WITHIN = timedelta(days=30)


@dataclass(frozen=True, kw_only=True)
class Filters:
    """What the queue shows; empty values ask for everything."""

    state: str = ""
    cause: str = ""
    game: str = ""
    player_id: int | None = None
    appealed: bool = False
    repeated: bool = False


@dataclass(frozen=True, kw_only=True)
class Page:
    """Cases, newest first; `before` leads to older ones."""

    cases: Sequence[Abandonment]
    before: int | None


def queue(filters: Filters, reviewer_id: int, before: int | None = None) -> Page:
    """A page of the reviewers' queue."""
    cases = _all().annotate(is_own_game=_flag(took_part(reviewer_id)), is_repeated=Exists(_earlier()))
    cases = cases.filter(_wanted(filters))
    if filters.state == "undecided":
        cases = cases.filter(~Q(Exists(_decided())))
    elif filters.state == "decided":
        cases = cases.filter(Exists(_decided()))
    return _page(cases, before)


def own(player_id: int, before: int | None = None) -> Page:
    """A page of a player's own cases."""
    return _page(_all().filter(player_id=player_id), before)


def one(case_id: int) -> Abandonment | None:
    """One case with everything about it."""
    return _with_words(Abandonment.objects.all()).filter(pk=case_id).first()


def last_decision(case: Abandonment) -> Decision | None:
    """The one that counts; its decisions have been fetched along with the case."""
    return next(reversed(list(case.decisions.all())), None)


def names_of(case: Abandonment) -> Mapping[int, str]:
    """Who sat in each seat when it was left, by the names that they have now."""
    seats = case.case_file.get("seats", [])
    people = get_user_model()._default_manager.in_bulk([x["player_id"] for x in seats if x["player_id"]])
    return {
        x["seat"]: people[x["player_id"]].display_name if x["player_id"] else f"{x['name']} (computer)"  # type: ignore[attr-defined]
        for x in seats
    }


def _wanted(filters: Filters) -> Q:
    asked: dict[str, Any] = {"cause": filters.cause, "game": filters.game, "player_id": filters.player_id}
    wanted = Q(**{field: value for field, value in asked.items() if value})
    if filters.appealed:
        wanted &= Q(appeal__isnull=False)
    if filters.repeated:
        wanted &= Q(is_repeated=True)
    return wanted


def _earlier() -> QuerySet[Abandonment]:
    """The last of the earlier leavings that it takes for a case to be a repeated one."""
    same = Abandonment.objects.filter(
        player_id=OuterRef("player_id"),
        voided=False,
        at__gt=OuterRef("at") - REPEATED_WITHIN,
        at__lt=OuterRef("at"),
    )
    return same[REPEATED - 2 : REPEATED - 1]


def _decided() -> QuerySet[Decision]:
    """Decisions that answer the appeal, where there is one."""
    of_case = Decision.objects.filter(abandonment=OuterRef("pk"))
    return of_case.filter(Q(abandonment__appeal=None) | Q(at__gt=F("abandonment__appeal__at")))


def _flag(condition: Any) -> Any:
    return ExpressionWrapper(condition, output_field=BooleanField())


def _all() -> QuerySet[Abandonment]:
    cases = Abandonment.objects.annotate(had_outage=KT("case_file__had_outage"))
    return _with_words(cases.defer("case_file", "standing"))


def _with_words(cases: QuerySet[Abandonment]) -> QuerySet[Abandonment]:
    decisions = Decision.objects.select_related("reviewer").order_by("pk")
    return cases.select_related("player", "appeal").prefetch_related(Prefetch("decisions", decisions))


def _page(cases: QuerySet[Abandonment], before: int | None) -> Page:
    if before is not None:
        cases = cases.filter(pk__lt=before)
    found = list(cases.order_by("-pk")[: CASES_A_PAGE + 1])
    shown = found[:CASES_A_PAGE]
    return Page(cases=shown, before=shown[-1].pk if len(found) > CASES_A_PAGE else None)
