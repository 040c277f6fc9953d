"""A player's games and points over time, and one finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any

from django.db import connection
from django.db.models import Prefetch, QuerySet

from ladder.models import Abandonment, Played, PlayedSeat
from ladder.statements import statement

GAMES_A_PAGE = 20
MOST_POINTS = 60  # days in a picture and its table; more are thinned out evenly


@dataclass(frozen=True, kw_only=True)
class Games:
    """A page of a player's games, newest first; `before` leads to older ones."""

    seats: Sequence[PlayedSeat]
    before: int | None


def games_of(player_id: int, before: int | None = None) -> Games:
    """The games that this player finished or left, older than game `before`."""
    mine = PlayedSeat.objects.filter(player_id=player_id)
    if before is not None:
        mine = mine.filter(played_id__lt=before)
    seats = list(
        mine.select_related("played")
        .defer("played__record", "played__hands", "played__options")
        .prefetch_related(Prefetch("played__seats", queryset=_seats()))
        .order_by("-played_id")[: GAMES_A_PAGE + 1]
    )
    shown = seats[:GAMES_A_PAGE]
    return Games(seats=shown, before=shown[-1].played_id if len(seats) > GAMES_A_PAGE else None)


def finished_game(table_ref: str, game_number: int) -> Played | None:
    """One scored game that is over, with its seats."""
    games = Played.objects.prefetch_related(Prefetch("seats", queryset=_seats()))
    return games.filter(table_ref=table_ref, game_number=game_number).first()


def voided_seats(played: Played) -> set[int]:
    """The seats of a game whose leaving a reviewer has voided."""
    cases = Abandonment.objects.filter(table_ref=played.table_ref, game_number=played.game_number)
    return set(cases.filter(voided=True).values_list("seat", flat=True))


def hands_table(played: Played) -> dict[str, Any]:
    """The finished hands for a table: a head of each side's names, rows of number, points and totals."""
    at_end = {seat.seat: seat for seat in played.seats.all() if not seat.left}
    at_end |= {seat.seat: seat for seat in played.seats.all() if seat.seat not in at_end}
    head = [[at_end[seat] for seat in side] for side in played.sides]
    rows = [
        (number, list(zip(hand["points"], hand["totals"], strict=True)))
        for number, hand in enumerate(played.hands, start=1)
    ]
    return {"head": head, "rows": rows}


def points_over_time(player_id: int, game: str, level: int) -> list[tuple[date, int]]:
    """The points at the end of each day (UTC) that brought some, thinned out where there are many."""
    with connection.cursor() as cursor:
        cursor.execute(statement("days"), {"player_id": player_id, "game": game, "level": level})
        days = cursor.fetchall()
    sums = list(zip((day for day, _ in days), accumulate(points for _, points in days), strict=True))
    if len(sums) <= MOST_POINTS:
        return sums
    last = len(sums) - 1
    return [sums[round(i * last / (MOST_POINTS - 1))] for i in range(MOST_POINTS)]


def _seats() -> QuerySet[PlayedSeat]:
    return PlayedSeat.objects.select_related("player").order_by("seat", "left")
