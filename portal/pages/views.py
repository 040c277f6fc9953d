"""The lobby, and what can be read without playing."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from games.api import UnknownGame
from portal.accounts.awaited import awaited
from portal.accounts.who import who
from portal.pages.markdown import Page, read_page
from portal.pages.versions import latest, version_log


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The lobby. The head of its template says what it is given."""
    from portal.tables import lobby

    asker = who(request)
    context = {
        "games": [game.engine.info for game in registry.all_games()],
        "running": awaited(lobby.running_tables(asker)) if asker else [],
        "board": awaited(lobby.public_tables()),
        "last_choice": request.session.get("last_choice", {}),
        "who": asker,
        "code": request.GET.get("code", ""),
        "latest": latest(),
        "tops": _tops(),
    }
    return render(request, "pages/home.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game with its rules."""
    return render(request, "pages/rules.html", {"games": [game.engine.info for game in registry.all_games()]})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, as its folder tells them."""
    try:
        info, page = registry.game(slug).engine.info, _rules_page(slug)
    except UnknownGame as unknown:
        raise Http404 from unknown
    return render(request, "pages/rules_of.html", {"info": info, "page": page})


@require_safe
def versions(request: HttpRequest) -> HttpResponse:
    """The version log."""
    return render(request, "pages/versions.html", {"page": version_log()})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, and for how long, by the settings in force."""
    return render(request, "pages/privacy.html", {"settings": settings})


def _rules_page(slug: str) -> Page:
    path = registry.folder(slug) / "RULES.md"
    if not path.is_file():
        raise Http404(f"{slug} has no RULES.md")
    return read_page(path, cards=True)


def _tops() -> list[dict[str, Any]]:
    from ladder import leaderboards

    return list(leaderboards.tops())
