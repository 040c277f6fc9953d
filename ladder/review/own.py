"""What players see of their own leavings, and their appeals."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from ladder.models import Abandonment
from ladder.review import appeals, cases, timeline
from ladder.review.forms import AppealForm
from ladder.review.pages import is_over, number, standing


@require_safe
@login_required
def abandonments(request: HttpRequest) -> HttpResponse:
    """The list of one's own."""
    assert request.user.pk is not None, "behind login_required"
    page = cases.own(request.user.pk, number(request.GET.get("before", "")))
    return render(request, "review/abandonments.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def abandonment(request: HttpRequest, case_id: int) -> HttpResponse:
    """One of one's own: why, by which rule, the evidence, what was decided; and the form for an appeal."""
    case = _own(request, case_id)
    now = timezone.now()
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if refused := appeals.appeal(case, request.user, form.cleaned_data["text"], now):
            messages.error(request, refused)
        else:
            messages.success(request, "Your appeal is with the reviewers. Their decision will stand here.")
        return redirect("review:abandonment", case_id=case.pk)
    context = {
        "case": case,
        "decisions": case.decisions.all(),
        "is_over": is_over(case),
        "standing": standing(case, cases.names_of(case)),
        "lines": timeline.lines(case),
        "form": form,
        "why_not": appeals.why_not(case, now),
        "until": case.at + appeals.TIME_TO_APPEAL,
    }
    return render(request, "review/abandonment.html", context)


def _own(request: HttpRequest, case_id: int) -> Abandonment:
    case = cases.one(case_id)
    if case is None or case.player_id != request.user.pk:
        raise Http404("There is no such case of yours.")
    return case
