"""What fair deals prove, and the check of a record. All of it works without signing in and without JavaScript."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from games.record import BadRecord
from ladder import history
from ladder.models import Played
from portal.fairness.checking import MOST_BYTES, check_stored, check_text
from portal.pages.markdown import read_page

_REF = re.compile(r"(?:.*/games/)?([\w-]{1,64})-(\d{1,9})(?:/.*|\.json)?", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def fair_deals(request: HttpRequest) -> HttpResponse:
    """What the deals prove and what not; `?game=12-1` checks a finished game, a POST any record."""
    context: dict[str, Any] = {"asked": request.GET.get("game", "").strip(), "text": "", "problem": ""}
    try:
        if request.method == "POST":
            context["text"] = _given(request)
            context["checked"] = check_text(context["text"])
        elif context["asked"]:
            context["played"] = played = _played(context["asked"])
            context["checked"] = check_stored(played.record)
    except BadRecord as bad:
        context["problem"] = str(bad)
    return render(request, "fairness/fair_deals.html", context, status=400 if context["problem"] else 200)


def _given(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None:
        if text := request.POST.get("record", "").strip():
            return text
        raise BadRecord("Choose the file of a record, or paste its text.")
    if (file.size or 0) > MOST_BYTES:
        raise BadRecord("This file is longer than any record of a game. Choose the one that you downloaded.")
    try:
        return str(file.read().decode())
    except UnicodeDecodeError as error:
        raise BadRecord("This file is no text. Choose the record as it was downloaded.") from error


def _played(asked: str) -> Played:
    found = _REF.fullmatch(asked)
    played = history.finished_game(found[1], int(found[2])) if found and int(found[2]) < 2**31 else None
    if played is None:
        raise BadRecord(
            "There is no finished game of that number. It stands in the address of the game's page: the part "
            "after /games/, as 12-1."
        )
    return played


@require_safe
def algorithm(request: HttpRequest) -> HttpResponse:
    """The whole algorithm, to be written anew (docs/fair-deals.md)."""
    page = read_page(settings.BASE_DIR / "docs" / "fair-deals.md")
    return render(request, "fairness/algorithm.html", {"page": page})
