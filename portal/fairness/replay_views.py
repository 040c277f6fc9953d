"""The pages on which a finished scored game is stepped through, all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.api import UnknownGame
from games.record import BadRecord, Record, parse
from games.registry import game
from ladder import history
from ladder.kinds import level_title
from ladder.models import Played, PlayedSeat
from portal.fairness.listing import parts
from portal.fairness.replay import document
from portal.tables.views_of import length_text


@require_safe
def replay(request: HttpRequest, table_ref: str, game_number: int) -> HttpResponse:
    """The page: the game as a list, and with JavaScript as a table to step through."""
    played, record = _found(table_ref, game_number)
    context = {
        "played": played,
        "info": record.engine.info,
        "level_title": level_title(played.level),
        "parts": _shown(parts, record, played),
    }
    return render(request, "fairness/replay.html", context)


@gzip_page
@require_safe
def replay_document(request: HttpRequest, table_ref: str, game_number: int) -> HttpResponse:
    """Everything that the page shows, as JSON: `table` and `seats` as at a table, the rest as in `replay`."""
    played, record = _found(table_ref, game_number)
    info = record.engine.info
    rule_set = next((r for r in info.rule_sets if r.slug == record.options.get("rule_set", "")), None)
    table = {
        "game": played.game,
        "title": info.title,
        "rule_set_title": rule_set.title if rule_set else "",
        "length": record.options.get("length"),
        "length_text": length_text(record.options.get("length")),
        "level": played.level,
        "level_title": level_title(played.level),
        "game_number": played.game_number,
    }
    whole = {"table": table, "seats": _seats(played), **_shown(document, record, played)}
    response = JsonResponse(whole, json_dumps_params={"separators": (",", ":")})
    response["Cache-Control"] = "private, max-age=600"
    return response


def _found(table_ref: str, game_number: int) -> tuple[Played, Record]:
    can_be = table_ref.isprintable() and game_number < 2**31
    played = history.finished_game(table_ref, game_number) if can_be else None
    if played is None:
        raise Http404("There is no finished game of that number.")
    try:
        game(played.game)
        return played, parse(played.record)
    except (UnknownGame, BadRecord) as error:
        raise Http404("This game can no longer be shown.") from error


def _shown(make: Any, record: Record, played: Played) -> Any:
    try:
        return make(record, [seat["name"] for seat in _seats(played)])
    except BadRecord as error:
        raise Http404("This game can no longer be shown.") from error


def _seats(played: Played) -> list[dict[str, str]]:
    """Name and kind of each seat; where somebody had left, who sat there first."""
    rows: Sequence[PlayedSeat] = list(played.seats.all())
    at_end = {row.seat: row for row in rows if not row.left}
    left = {row.seat: row for row in rows if row.left}
    return [
        {
            "name": f"{_name(left[seat])} (left)" if seat in left else _name(at_end[seat]),
            "kind": "human" if seat in left or at_end[seat].player else "computer",
        }
        for seat in sorted({*at_end, *left})
    ]


def _name(row: PlayedSeat) -> str:
    if row.player is None:
        return row.name
    return "closed account" if row.player.is_closed else str(row.player.get_username())
