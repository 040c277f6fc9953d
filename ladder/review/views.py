"""The reviewers' pages, and the published figures. All work without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from games.record import BadRecord
from ladder.models import Abandonment, Decision
from ladder.periods import ALL_TIME, month_of, week_of
from ladder.review import cases, figures, timeline
from ladder.review.conflicts import took_part
from ladder.review.decisions import decide_all
from ladder.review.forms import DecisionForm, FilterForm
from ladder.review.pages import is_over, number, standing
from ladder.review.replay import Board, board

PERMISSION = "ladder.review_abandonments"
View = Callable[..., HttpResponse]


def for_reviewers(view: View) -> View:
    """Others are sent to sign in, or told that they may not."""
    return login_required(permission_required(PERMISSION, raise_exception=True)(view))


@require_safe
@for_reviewers
def queue(request: HttpRequest) -> HttpResponse:
    """Cases by filter, with a form that decides several at once."""
    form = FilterForm(request.GET)
    page = None
    if form.is_valid():
        page = cases.queue(form.filters, _id(request), form.cleaned_data["before"])
    older = request.GET.copy()
    if page and page.before:
        older["before"] = str(page.before)
    context = {"form": form, "page": page, "older": older.urlencode(), "decision_form": DecisionForm()}
    return render(request, "review/queue.html", context)


@require_safe
@for_reviewers
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """One case: evidence, replay, appeal, decisions, and the form that decides it."""
    found = _case(case_id)
    over, names = is_over(found), cases.names_of(found)
    is_own_game = Abandonment.objects.filter(took_part(_id(request)), pk=found.pk).exists()
    context = {
        "case": found,
        "decisions": found.decisions.all(),
        "is_own_game": is_own_game,
        "is_over": over,
        "standing": standing(found, names),
        "reason_form": DecisionForm(),
    }
    if over or not is_own_game:  # nobody sees the cards of a running game that they play in
        context |= {"lines": timeline.lines(found), **_replay(request, found, names, over)}
    return render(request, "review/case.html", context)


def _replay(request: HttpRequest, found: Abandonment, names: Any, over: bool) -> dict[str, Any]:
    step = number(request.GET.get("step", ""))
    try:
        shown: Board = board(found.case_file.get("record", {}), names, None if over else [found.seat], step)
    except BadRecord as error:
        return {"no_board": str(error)}
    return {"board": shown}


@require_POST
@for_reviewers
def decide(request: HttpRequest) -> HttpResponse:
    """One case or several, each told by itself where it is refused."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        for problem in [text for texts in form.errors.values() for text in texts]:
            messages.error(request, f"Nothing was decided. {problem}")
        return redirect(_back(request))
    verdict = Decision.Verdict(form.cleaned_data["verdict"])
    wishes, reason = form.cleaned_data["wishes"], form.cleaned_data["reason"]
    decided, refused = decide_all(wishes, request.user, verdict, reason, timezone.now())
    if decided:
        told = f"Case {decided[0]} is" if len(decided) == 1 else f"{len(decided)} cases are"
        messages.success(request, f"{told} {verdict.label}.")
    for sentence in refused:
        messages.error(request, sentence)
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    asked = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    return asked if is_ours else reverse("review:queue")


@require_safe
@for_reviewers
def players(request: HttpRequest) -> HttpResponse:
    """Who leaves often, with the rate."""
    now = timezone.now()
    labels = {"": ALL_TIME, "month": month_of(now), "week": week_of(now)}
    word = request.GET.get("period", "")
    if word not in labels:
        raise Http404("There is no such period.")
    page = max(number(request.GET.get("page", "")) or 1, 1)
    rows, more = figures.many(labels[word], min(page, 10_000))
    periods = [("", "All time"), ("month", "This month"), ("week", "This week")]
    context = {
        "rows": rows,
        "more": more,
        "page": page,
        "word": word,
        "periods": periods,
        "many": figures.MANY,
    }
    return render(request, "review/players.html", context)


@require_safe
def published(request: HttpRequest) -> HttpResponse:
    """The figures that everybody may see."""
    return render(request, "review/figures.html", {"figures": figures.published()})


def _case(case_id: int) -> Abandonment:
    found = cases.one(case_id)
    if found is None:
        raise Http404("There is no such case.")
    return found


def _id(request: HttpRequest) -> int:
    assert request.user.pk is not None, "behind login_required"
    return int(request.user.pk)
