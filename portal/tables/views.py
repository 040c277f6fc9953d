"""Pages around a table: make one, play now, join by code, the table itself."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.api import BadOptions, UnknownGame
from games.registry import all_games, game
from portal.accounts.awaited import awaited
from portal.accounts.rates import limited, too_many
from portal.accounts.who import Who, ensure_who, who
from portal.tables import commands as c
from portal.tables import guesses, lobby, store
from portal.tables.forms import BY_LOT, TableForm, chosen_rule_set, chosen_seats, seating_of
from portal.tables.lobby import Wish, clean_code
from portal.tables.snapshot import Snapshot


def _player(asker: Who) -> c.Player:
    return c.Player(user_id=asker.user_id, guest_key=asker.guest_key or "", name=asker.name)


@require_POST
@limited("play-now", "30/minute")
def play_now(request: HttpRequest) -> HttpResponse:
    """A game against computers, with one click; the choice is remembered."""
    try:
        wish = _quick_wish(request)
        asker = ensure_who(request)
        asked = _confirmation(request, asker, wish)
        if asked is not None:
            return asked
        code = awaited(lobby.play_now(wish, _player(asker)))
    except (BadOptions, UnknownGame, ValueError) as bad:
        messages.error(request, str(bad))
        return redirect("pages:home")
    kept = request.session.get("last_choice", {})
    chosen = {"level": wish.level, "rule_set": wish.options.get("rule_set", ""), "scored": wish.scored}
    request.session["last_choice"] = {**kept, wish.game: chosen}
    return redirect("tables:table", code)


def _quick_wish(request: HttpRequest) -> Wish:
    told = request.POST
    engine = game(told.get("game", "")).engine
    rule_set = chosen_rule_set(engine.info, told.get("rule_set"))
    seats = chosen_seats(rule_set, None)
    options: dict[str, Any] = {
        o.name: o.default for o in engine.options(rule_set.slug, seats) if o.name == "length"
    }
    if any(
        c.value == {"hands": 1}
        for o in engine.options(rule_set.slug, seats)
        if o.name == "length"
        for c in o.choices
    ):
        options["length"] = {"hands": 1}
    if rule_set.slug:
        options["rule_set"] = rule_set.slug
    level = told.get("level", str(engine.info.levels[0]))
    if not level.isdigit():
        raise BadOptions("level", "Choose a level from the list.")
    return Wish(
        game=engine.info.slug,
        seats=seats,
        options=options,
        scored=told.get("scored") == "yes",
        level=int(level),
        move_time_s=engine.info.default_move_time_s,
        by_lot=seating_of(engine.info)[0][0] == BY_LOT,
    )


def _confirmation(request: HttpRequest, asker: Who, wish: Wish) -> HttpResponse | None:
    """A scored game leaves every other one of its kind: the page that asks first, with the cost."""
    if not wish.scored or request.POST.get("confirm") == "yes":
        return None
    told = awaited(lobby.cost_of_new_game(asker.user_id, wish.game))
    if not told:
        return None
    fields = {k: v for k, v in request.POST.items() if k != "csrfmiddlewaretoken"}
    return render(request, "tables/confirm.html", {"told": told, "fields": fields, "action": request.path})


@limited("make-table", "20/minute")
def new(request: HttpRequest) -> HttpResponse:
    """Make a table: a short form with good defaults, the rest folded away."""
    told = request.POST if request.method == "POST" else request.GET
    asker = who(request)
    try:
        form = TableForm(
            request.POST if request.method == "POST" else None,
            told.get("game") or all_games()[0].engine.info.slug,
            told.get("rule_set"),
            told.get("seats"),
            may_score=asker is not None and not asker.is_guest,
        )
    except UnknownGame as unknown:
        raise Http404 from unknown
    if request.method == "POST" and form.is_valid():
        made = _make(request, form)
        if made is not None:
            return made
    games = [one.engine.info for one in all_games()]
    return render(request, "tables/new.html", {"form": form, "games": games})


def _make(request: HttpRequest, form: TableForm) -> HttpResponse | None:
    wish, asker = form.wish(), ensure_who(request)
    asked = _confirmation(request, asker, wish)
    if asked is not None:
        return asked
    try:
        _, code = awaited(lobby.make_table(wish, _player(asker)))
    except BadOptions as bad:
        form.add_error(
            f"option-{bad.option}" if f"option-{bad.option}" in form.fields else None, bad.sentence
        )
        return None
    except lobby.NoCode as none:
        form.add_error(None, str(none))
        return None
    return redirect("tables:table", code)


@require_POST
@limited("join", "30/minute")
def join(request: HttpRequest) -> HttpResponse:
    """The table of a room code, typed in any way."""
    code = clean_code(request.POST.get("code", ""))
    if awaited(lobby.table_by_code(code)) is None:
        guesses.note_wrong(request)
        messages.error(
            request,
            f"There is no open table with the code {code[:12] or '(none)'}. Check it with whoever sent it.",
        )
        return redirect(f"{reverse('pages:home')}?{urlencode({'code': code[:12]})}")  # what was typed stays
    return redirect("tables:table", code)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table page; everything on it comes over its socket. A stranger becomes a guest where guests may sit."""
    if code != clean_code(code):
        return redirect("tables:table", clean_code(code))
    found = _table(request, code)
    if found is None:
        return too_many(request)
    asker = who(request) if found.setup.scored else ensure_who(request)
    seated = asker is not None and found.seat_of(asker.user_id, asker.guest_key or "") is not None
    context = {"table_code": code, "game": found.setup.game, "viewer_seated": seated, "build": settings.BUILD}
    return render(request, "tables/table.html", context)


def _table(request: HttpRequest, code: str) -> Snapshot | None:
    """The table of this code; None for somebody without a seat whose network has tried too many codes."""
    table_id = awaited(lobby.table_by_code(code))
    try:
        found: Snapshot | None = None if table_id is None else awaited(store.load(table_id, fresh=True))
    except store.NoTable:
        found = None
    asker = who(request)
    seated = found and asker and found.seat_of(asker.user_id, asker.guest_key or "") is not None
    if not seated and guesses.too_many(request):
        return None
    if found is None:
        guesses.note_wrong(request)
        raise Http404(f"There is no open table with the code {code}.")
    return found


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The table's link as a picture for phones."""
    link = request.build_absolute_uri(f"/tables/{clean_code(code)}/")
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=4, border=2, dark="#1F2421", light="#FFFFFF")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The public board alone, for the lobby to put in place when it changes."""
    return render(request, "pages/board.html", {"board": awaited(lobby.public_tables())})
