"""The only writer of points: called inside the transaction that ends the game for those seats.

A posting that was made before changes nothing and gives False, whoever repeats it and at whatever time.
Call it last in the transaction: from then on it holds rows that many games share. One posting a
transaction; where several are needed (an account that is closed leaves several games), one transaction
each.
"""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import connection
from psycopg import AsyncConnection
from psycopg.rows import scalar_row
from psycopg.types.json import Jsonb

from ladder.points import points_of
from ladder.postings import Ending, Finished, GameRef, Left, Occupant
from ladder.statements import statement

LEFT_REASON = "left"  # `Played.reason` of a game that ended because somebody left


async def settle_game(conn: AsyncConnection[Any], finished: Finished) -> bool:
    """Pay a game that was played to its end and keep its record; True if this call did it.

    Computers hold no points, and a seat that was left has been settled then (spec: portal, Points).
    """
    return bool(await _count(conn, *ending(finished)))


async def record_leaving(conn: AsyncConnection[Any], left: Left) -> bool:
    """Write an abandonment, what it pays to the leaver and to others, and the game if it is over by it.

    True if this call did it; False if that seat had left before or the game was over (spec: portal,
    Leaving). That no game is ended and left at the same instant is the caller's compare-and-set on the
    table.
    """
    return bool(await _count(conn, *leaving(left)))


def ending(finished: Finished) -> tuple[str, dict[str, Any]]:
    """`settle_game` as a statement with its parameters, for those who need no answer before they commit."""
    return statement("settle"), _settle_params(finished)


def leaving(left: Left) -> tuple[str, dict[str, Any]]:
    """`record_leaving` likewise."""
    return statement("leave"), _leave_params(left)


def reverse(abandonment_id: int, *, is_voided: bool, at: datetime) -> bool:
    """Void an abandonment or let it stand again: a compensating entry for everyone whose points came from it.

    On Django's connection, in the caller's transaction. True if this call did it, False if it was so
    already; of two at once one gets True (spec: portal, Review).
    """
    params: dict[str, Any] = {"abandonment": abandonment_id, "voided": is_voided, "at": at}
    with connection.cursor() as cursor:
        cursor.execute(statement("reverse"), params)
        (count,) = cursor.fetchone()
    return bool(count)


async def _count(conn: AsyncConnection[Any], sql: str, params: dict[str, Any]) -> int:
    async with conn.cursor(row_factory=scalar_row) as cursor:
        return int(await (await cursor.execute(sql, params)).fetchone() or 0)


def _settle_params(finished: Finished) -> dict[str, Any]:
    result = finished.result
    points = points_of(result.places, result.sides)
    seats = [_seat(one, points[one.seat], result.places[one.seat]) for one in finished.occupants]
    return {
        **_game_params(finished.ref, finished.at, seats),
        **_ending_params(finished.ref, finished.ending),
        "sides": Jsonb(result.sides),
        "reason": result.reason,
        "leaver": None,
    }


def _leave_params(left: Left) -> dict[str, Any]:
    seats = [_seat(one, left.points(one.seat)) for one in left.occupants]
    return {
        **_game_params(left.ref, left.at, seats),
        **_ending_params(left.ref, left.ending),
        "sides": Jsonb(left.basis.sides),
        "reason": LEFT_REASON,
        "is_over": left.ending is not None,
        "leaver": left.seat,
        "cause": left.cause.value,
        "clause": left.settlement.clause,
        "standing": Jsonb(asdict(left.basis)),
        "case_file": Jsonb(_plain(left.case_file) | {"seats": seats}),
        "for_review": left.settlement.for_review,
    }


def _game_params(ref: GameRef, at: datetime, seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {**asdict(ref), "at": at, "seats": Jsonb(seats)}


def _ending_params(ref: GameRef, ending: Ending | None) -> dict[str, Any]:
    columns = ending.as_params(ref) if ending else dict.fromkeys(("record", "options", "hands"))
    return {name: value if value is None else Jsonb(value) for name, value in columns.items()}


def _seat(one: Occupant, points: int | None, place: int | None = None) -> dict[str, Any]:
    if one.player_id is None:
        return {"seat": one.seat, "player_id": None, "name": one.name, "place": place, "points": None}
    # a person's name is looked up when shown: it may change, and goes when the account is closed
    return {"seat": one.seat, "player_id": one.player_id, "name": "", "place": place, "points": points}


def _plain(case_file: Any) -> dict[str, Any]:
    return {name: getattr(case_file, name) for name in ("record", "timeline", "had_outage", "warnings")}
