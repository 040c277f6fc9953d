"""Pages of boards, players and finished games. All work without JavaScript."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.api import GameInfo
from ladder import history
from ladder import leaderboards as boards
from ladder.charts import points_chart
from ladder.cursors import BadCursorError, Cursor
from ladder.kinds import LEVEL_TITLES, kinds, level_title, levels_of, title_of
from ladder.models import Played
from ladder.periods import ALL_TIME, month_of, period_from, week_of

RECORD_KEYS = ("format", "game", "options", "seats", "events")  # in the order in which people read them


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Every board, with how many players it has."""
    players = boards.sizes()
    games = []
    for info in kinds():
        levels = _levels(info, players)
        games.append((info, [(level, title, players.get((info.slug, level), 0)) for level, title in levels]))
    return render(request, "ladder/leaderboards.html", {"games": games})


def _levels(info: GameInfo, players: Mapping[tuple[str, int], int], *seen: int) -> list[tuple[int, str]]:
    return levels_of(info, *(level for game, level in players if game == info.slug), *seen)


@require_safe
def board(request: HttpRequest, game: str, level: int) -> HttpResponse:
    """A page of one board; `?find=me` leads to the page with one's own line."""
    if level not in LEVEL_TITLES or game not in {info.slug for info in kinds()}:
        raise Http404("There is no such leaderboard.")
    word = request.GET.get("period", "")
    period = period_from(word, timezone.now())
    if period is None:
        return _bad_address(
            request, "A leaderboard is for `all`, `month`, `week`, or a period such as 2025-03."
        )
    asked = boards.Board(game=game, level=level, period=period)
    if "find" in request.GET:
        return _to_own_row(request, asked, word)
    try:
        page = _page(request, asked)
    except BadCursorError as error:
        return _bad_address(request, str(error))
    own = boards.own_row(asked, request.user.pk) if request.user.is_authenticated else None
    return render(request, "ladder/board.html", _board_context(asked, word, page, own))


def _page(request: HttpRequest, asked: boards.Board) -> boards.Page:
    if before := request.GET.get("before"):
        return boards.page_before(asked, Cursor.from_text(before))
    if cursor := request.GET.get("cursor"):
        return boards.page(asked, Cursor.from_text(cursor))
    return boards.page(asked)


def _to_own_row(request: HttpRequest, asked: boards.Board, word: str) -> HttpResponse:
    address = reverse("ladder:board", args=[asked.game, asked.level])
    start = boards.find(asked, request.user.pk) if request.user.is_authenticated else None
    if start is None:
        return redirect(f"{address}?{urlencode({'period': word})}")
    return redirect(f"{address}?{urlencode({'period': word, 'cursor': start.as_text()})}#me")


def _board_context(
    asked: boards.Board, word: str, page: boards.Page, own: boards.Row | None
) -> dict[str, Any]:
    now = timezone.now()
    info = next(info for info in kinds() if info.slug == asked.game)
    periods = [
        ("", "All time", ALL_TIME),
        ("month", "This month", month_of(now)),
        ("week", "This week", week_of(now)),
    ]
    return {
        "asked": asked,
        "title": f"{title_of(asked.game)}, {level_title(asked.level)}",
        "word": word,
        "periods": periods,
        "levels": _levels(info, boards.sizes(), asked.level),
        "page": page,
        "own": own,
    }


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Somebody's standings, games, and a picture of their points; closed accounts have no page."""
    who = _player(username)
    if who.username != username:
        return HttpResponsePermanentRedirect(reverse("ladder:player", args=[who.username]))
    before = request.GET.get("before")
    if before is not None and not (before.isdecimal() and before.isascii() and len(before) < 19):
        return _bad_address(request, "This address was cut or changed.")
    ranks = boards.ranks(who.pk)
    picked = _picked(request, ranks)
    context = {
        "who": who,
        "standings": [(key, title_of(key[0]), level_title(key[1]), row) for key, row in ranks.items()],
        "picture": picked and _picture(who.pk, *picked),
        "games": history.games_of(who.pk, int(before) if before else None),
    }
    return render(request, "ladder/player.html", context)


def _picked(request: HttpRequest, ranks: Any) -> tuple[str, int] | None:
    """The board whose picture is asked for, else the one with most games."""
    asked = {f"{game}-{level}": (game, level) for game, level in ranks}.get(request.GET.get("picture", ""))
    return asked or max(ranks, key=lambda key: ranks[key].games, default=None)


def _picture(player_id: int, game: str, level: int) -> dict[str, Any]:
    days = history.points_over_time(player_id, game, level)
    title = f"{title_of(game)}, {level_title(level)}"
    return {"game": game, "level": level, "title": title, "days": days, "words": _in_words(title, days)}


def _in_words(title: str, days: Any) -> str:
    if not days:
        return f"{title}: no points recorded yet."
    points = [value for _, value in days]
    return (
        f"Points in {title} from {days[0][0]:%d %B %Y} to {days[-1][0]:%d %B %Y}: now {points[-1]}, "
        f"highest {max(points)}, lowest {min(points)}."
    )


@csp_replace({"default-src": [NONE], "style-src": [UNSAFE_INLINE]})  # type: ignore[arg-type]  # typed too narrowly
@require_safe
def chart(request: HttpRequest, username: str, game: str, level: int) -> HttpResponse:
    """The picture itself: an SVG that brings its own style and loads nothing."""
    days = history.points_over_time(_player(username).pk, game, level)
    title = f"{title_of(game)}, {level_title(level)}"
    response = HttpResponse(points_chart(days, _in_words(title, days)), content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=60"
    return response


@require_safe
def game(request: HttpRequest, table_ref: str, game_number: int) -> HttpResponse:
    """A finished scored game: who played, places, points, each hand, its record to take away."""
    played = _played(table_ref, game_number)
    context = {
        "played": played,
        "title": title_of(played.game),
        "level_title": level_title(played.level),
        "seats": played.seats.all(),
        "voided": history.voided_seats(played),
        "hands": history.hands_table(played),
    }
    return render(request, "ladder/game.html", context)


@require_safe
def record(request: HttpRequest, table_ref: str, game_number: int) -> HttpResponse:
    """The record of a finished game as a file (`portal-record/1`)."""
    played = _played(table_ref, game_number)
    ordered = {key: played.record[key] for key in RECORD_KEYS if key in played.record} | played.record
    name = f"{played.game}-{played.ended_at:%Y-%m-%d}-{played.pk}.json"
    response = HttpResponse(json.dumps(ordered, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _played(table_ref: str, game_number: int) -> Played:
    can_be = table_ref.isprintable() and game_number < 2**31
    played = history.finished_game(table_ref, game_number) if can_be else None
    if played is None:
        raise Http404("There is no finished game of that number.")
    return played


def _player(username: str) -> Any:
    users = get_user_model()
    try:
        who = users._default_manager.get_by_natural_key(username if username.isprintable() else "")
    except users.DoesNotExist:
        who = None
    if who is None or who.is_closed:
        raise Http404("Nobody has that name.")
    return who


def _bad_address(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "ladder/bad_address.html", {"sentence": sentence}, status=400)
