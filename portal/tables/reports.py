"""Chat lines that players show to the reviewers."""

from __future__ import annotations

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from portal.accounts.rates import limited
from portal.accounts.who import who
from portal.tables.lobby import clean_code
from portal.tables.models import ChatLine, ChatReport, Table

LINES_BEFORE = 10
REVIEW = "ladder.review_abandonments"


@require_POST
@limited("report", "10/minute")
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Keeps a line with the ten before it; of a test table nothing else stays (spec: portal, Scored and test games)."""
    asker, typed = who(request), request.POST.get("line", "")
    table = get_object_or_404(Table.objects.exclude(status="closed"), code=clean_code(code))
    if asker is None or not typed.isdigit():
        return JsonResponse(
            {"message": "Sign in or take a guest's name, and choose a line to report."}, status=400
        )
    line = get_object_or_404(ChatLine, pk=typed, table=table)
    before = ChatLine.objects.filter(table=table, pk__lte=line.pk).order_by("-pk")[: LINES_BEFORE + 1]
    ChatReport.objects.create(
        reporter_id=asker.user_id,
        reporter_name=asker.name,
        game=table.game,
        reason=request.POST.get("reason", "")[:200],
        lines=[
            {
                "name": one.name,
                "user": one.user_id,
                "text": one.text,
                "at": one.at.isoformat(),
                "reported": one == line,
            }
            for one in reversed(before)
        ],
    )
    return JsonResponse({"message": "Thank you. The reviewers will look at it."}, status=201)


@require_safe
@permission_required(REVIEW, raise_exception=True)
def reports(request: HttpRequest) -> HttpResponse:
    """What waits for the reviewers, oldest first."""
    waiting = ChatReport.objects.filter(settled_at=None).order_by("at")[:100]
    return render(request, "tables/reports.html", {"reports": waiting})


@require_POST
@permission_required(REVIEW, raise_exception=True)
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """A reviewer has dealt with a report."""
    ChatReport.objects.filter(pk=pk, settled_at=None).update(settled_at=timezone.now())
    return redirect("tables:reports")
