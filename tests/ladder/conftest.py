"""People, games and the async connection that the ledger's writers take."""

import asyncio
from datetime import UTC, datetime

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from games.api import Basis, HandScore, Leaving, Result
from ladder.leaving import Cause, settle
from ladder.ledger import record_leaving, settle_game
from ladder.postings import CaseFile, Ending, Finished, GameRef, Left, Occupant

FOUR = ((0,), (1,), (2,), (3,))
NOON = datetime(2025, 3, 5, 12, tzinfo=UTC)  # a Wednesday


def person(name):
    return get_user_model().objects.create_user(username=name, password=None)


def ref(table="t1", number=1, game="black-lady", level=1):
    return GameRef(table_ref=table, game_number=number, game=game, level=level)


def first_game():
    return ref()


def seats_of(*people):
    """Seats in order; None is a computer."""
    return [
        Occupant(seat=i, player_id=one and one.pk, name=one.username if one else f"Computer {i + 1}")
        for i, one in enumerate(people)
    ]


def ending(game="black-lady"):
    record = {"format": "portal-record/1", "game": game, "options": {"length": {"hands": 1}}, "events": []}
    return Ending(record=record, hands=[HandScore(points=(0, 26, 0, 0), totals=(0, 26, 0, 0))])


def finished(people, places, ref=None, sides=None, at=NOON):
    ref = ref or first_game()
    sides = sides or tuple((i,) for i in range(len(people)))
    result = Result(places=tuple(places), sides=sides, reason="played")
    return Finished(ref=ref, occupants=seats_of(*people), result=result, ending=ending(ref.game), at=at)


def left(people, seat, ref=None, rule=Leaving.SINGLES, basis=None, at=NOON, is_last=False):
    ref = ref or first_game()
    basis = basis or Basis(sides=FOUR, scores=(0, 0, 0, 0), hands_completed=0, one_hand=False)
    settlement = settle(rule, basis, seat)
    return Left(
        ref=ref, occupants=seats_of(*people), seat=seat, cause=Cause.EXIT, basis=basis,
        settlement=settlement, case_file=CaseFile(record={}), at=at,
        ending=ending(ref.game) if settlement.ends or is_last else None,
    )  # fmt: skip


async def open_connection():
    """One of our own to the test database, in no transaction."""
    wrapper_params = connection.get_connection_params()
    known = ("host", "port", "user", "password", "dbname")
    params = {name: wrapper_params[name] for name in known if wrapper_params.get(name)}
    return await psycopg.AsyncConnection.connect(**params)


def post(*postings):
    """Each in a transaction of its own, all at once; what each call answered."""

    async def one(posting):
        async with await open_connection() as conn:
            write = settle_game if hasattr(posting, "result") else record_leaving
            return await write(conn, posting)

    async def all_of_them():
        return await asyncio.gather(*map(one, postings))

    return asyncio.run(all_of_them())


@pytest.fixture
def four(transactional_db):
    """Ann, Bea, Cal and Dan."""
    return [person(name) for name in ("Ann", "Bea", "Cal", "Dan")]
