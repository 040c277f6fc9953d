"""Seats drawn by lot before a game: committed to, added to by the browsers, then everybody moves together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import chance
from portal.tables import commands as c
from portal.tables.clock import TABLE
from portal.tables.lifecycle import Due
from portal.tables.snapshot import Deadline
from tests.portal.tables.decide.at_rest import Game, is_over


def by_lot(people: int = 4, seed: int = 3, **setup: object) -> Game:
    """A table whose game has begun and whose lot waits for the browsers."""
    g = Game(people, seed=seed, by_lot=True, **setup)
    g.do(c.Start(seat=0))
    return g


def names(g: Game) -> list[str]:
    return [seat.name for seat in g.table.seats]


def test_everybody_moves_to_the_seat_that_the_lot_gives() -> None:
    g = by_lot()
    before, lot = g.table, g.table.dealing
    assert lot is not None
    assert lot.hand == 0
    assert lot.context == "7/1/0"
    g.deal()
    (drawn,) = g.table.deals_seen
    nonces = {seat: f"{seat:032x}" for seat in range(4)}
    order = chance.order(range(4), lot.seed, nonces, "7/1/0")
    assert drawn["order"] == order != [0, 1, 2, 3]
    assert drawn["commitment"] == lot.commitment == chance.commitment(lot.seed)
    assert [seat.user_id for seat in g.table.seats] == [before.seats[n].user_id for n in order]
    assert g.table.host is not None
    assert g.table.seats[g.table.host].user_id == before.seats[0].user_id, "the host stays the host"
    assert (
        g.table.notices[-1]["text"]
        == "Drawn by lot: " + ", ".join(f"seat {n}: {name}" for n, name in enumerate(names(g), 1)) + "."
    )
    assert g.table.dealing is not None
    assert g.table.dealing.hand == 1, "the first hand follows"


def test_nobody_is_due_and_no_act_counts_while_seats_are_drawn() -> None:
    g = by_lot()
    assert not g.table.due()
    turn = g.table.seats[0].turn
    assert g.refused(c.Act(seat=0, turn=turn, act="pass 2C 3C 4C")) == "not-now"


def test_a_browser_that_sends_nothing_holds_up_the_lot_for_three_seconds() -> None:
    g = by_lot()
    g.do(c.Nonce(seat=2, hand=0, nonce="ab" * 16))
    assert g.due_in(TABLE, Due.DEAL) == 3
    g.later(3)
    g.do(g.expire(TABLE, Due.DEAL))
    assert g.table.deals_seen[0]["nonces"] == {"2": "ab" * 16}


def test_the_game_is_played_to_its_end_by_people_in_their_new_seats() -> None:
    g = by_lot(people=2)
    for _ in range(2):
        g.deal()
    g.play_on(is_over)
    assert g.changes[-1].finished
    assert sorted(s.user_id for s in g.table.seats if s.user_id) == [101, 102]


def test_a_restart_keeps_the_seats_and_a_rematch_draws_again() -> None:
    g = by_lot(scored=False)
    for _ in range(2):
        g.deal()
    seats, host = names(g), g.table.host
    assert host is not None
    g.do(c.Restart(seat=host))
    assert names(g) == seats
    assert g.table.dealing is None
    g.play_on(is_over)
    for seat in range(4):
        g.do(c.Rematch(seat=seat))
    assert g.table.dealing is not None
    assert (g.table.dealing.hand, g.table.dealing.context) == (0, "7/2/0")


@pytest.mark.parametrize("kind", [Due.NEW_GAME, Due.ACCOUNT])
def test_a_leaving_asked_for_from_outside_follows_its_player_to_the_new_seat(kind: Due) -> None:
    """The row names the seat of the moment in which it was written; the lot may come between."""
    g = by_lot()
    held = Deadline(turn=1, started_at=g.now, due_at=g.now, user_id=g.table.seats[3].user_id)
    g.table = replace(g.table, deadlines={**g.table.deadlines, (3, kind): held})
    for _ in range(2):
        g.deal()
    assert g.table.seats[3].user_id != held.user_id, "the lot has moved this player"
    g.do(c.Expire(seat=3, kind=kind, turn=1))
    assert [gone.user_id for gone in g.changes[-1].departures] == [held.user_id]
    assert held.user_id not in [seat.user_id for seat in g.table.seats]
