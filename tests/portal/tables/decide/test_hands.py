"""Between the hands: the deal, browsers' randomness, the window (spec: portal, Clocks and Fair chance)."""

from __future__ import annotations

import hashlib

import pytest

from games import chance
from portal.tables import commands as c
from portal.tables.lifecycle import Due, Status
from tests.portal.tables.decide.at_rest import Game, is_window

TABLE = -1


def dealing(people: int = 2) -> Game:
    g = Game(people)
    g.do(c.Start(seat=0))
    return g


def test_the_first_deal_waits_for_each_browser_and_then_comes_at_once() -> None:
    g = dealing()
    assert g.table.dealing is not None
    assert g.due_in(TABLE, Due.DEAL) == 3
    g.do(c.Nonce(seat=0, hand=1, nonce="a" * 32))
    assert g.table.dealing
    g.do(c.Nonce(seat=1, hand=1, nonce="b" * 64))
    assert g.table.dealing is None
    assert g.due_in(TABLE, Due.DEAL) is None
    assert g.table.due() == {0, 1, 2, 3}


def test_a_deal_waits_three_seconds_at_most() -> None:
    g = dealing()
    g.do(c.Nonce(seat=0, hand=1, nonce="a" * 32))
    g.later(2.9)
    assert g.refused(g.expire(TABLE, Due.DEAL)) == "gone"
    g.later(0.1)
    g.do(g.expire(TABLE, Due.DEAL))
    assert g.table.due() == {0, 1, 2, 3}
    assert g.refused(c.Nonce(seat=1, hand=1, nonce="b" * 32)) == "stale"
    assert g.table.deals_seen[0]["nonces"] == {"0": "a" * 32}


def test_the_deal_is_the_one_that_was_committed_to() -> None:
    g = dealing()
    assert g.table.dealing is not None
    told, seed = g.table.dealing.commitment, g.table.dealing.seed
    g.deal()
    assert hashlib.sha256(seed).hexdigest() == told == g.table.deals_seen[0]["commitment"]
    part = g.table.deals_seen[0]
    nonces = {int(seat): nonce for seat, nonce in part["nonces"].items()}
    items = g.table.engine.chance(g.table.engine.new(g.table.setup.options, 4)).items
    order = chance.order(items, bytes.fromhex(part["seed"]), nonces, part["context"])
    assert g.log[0]["hands"] == [" ".join(order[13 * n : 13 * n + 13]) for n in range(4)]


@pytest.mark.parametrize(
    "bad", ["a" * 31, "a" * 33, "a" * 65, "A" * 32, "g" * 32, "a" * 32 + "\n", "", "٣" * 32]
)
def test_randomness_of_the_wrong_form_never_reaches_a_deal(bad: str) -> None:
    g = dealing()
    assert g.refused(c.Nonce(seat=0, hand=1, nonce=bad)) == "bad-frame"
    g.deal()
    assert g.table.due()


def test_the_first_randomness_of_a_seat_counts() -> None:
    g = dealing()
    g.do(c.Nonce(seat=0, hand=1, nonce="a" * 32))
    assert g.refused(c.Nonce(seat=0, hand=1, nonce="c" * 32)) == "not-now"
    assert g.refused(c.Nonce(seat=1, hand=2, nonce="c" * 32)) == "stale"


def two_hands(people: int = 4) -> Game:
    g = Game(people, length={"hands": 2}).started().play_on(is_window)
    assert g.table.window is not None
    return g


def test_the_window_ends_when_all_present_have_continued() -> None:
    g = two_hands()
    assert g.due_in(TABLE, Due.WINDOW) == 60
    assert not [key for key in g.table.deadlines if key[1] is Due.MOVE], "no move clock runs meanwhile"
    g.do(c.Presence(seat=3, absent_since=g.now))
    for seat in (0, 1):
        g.do(c.Continue(seat=seat, hand=1))
        assert g.table.window
    g.do(c.Continue(seat=2, hand=1))
    assert g.table.window is None
    assert g.refused(c.Continue(seat=2, hand=1)) == "stale"


def test_the_window_ends_after_a_minute() -> None:
    g = two_hands()
    g.later(3)
    g.do(g.expire(TABLE, Due.DEAL))
    assert g.table.window, "the cards may be dealt, but the window stands"
    g.later(57)
    g.do(g.expire(TABLE, Due.WINDOW))
    assert g.table.due() == {0, 1, 2, 3}
    assert g.due_in(0, Due.MOVE) == 30


def test_with_nobody_there_the_window_runs_its_time_out() -> None:
    g = two_hands()
    for seat in range(4):
        g.do(c.Presence(seat=seat, absent_since=g.now))
    assert g.table.window
    g.later(60)
    g.do(g.expire(TABLE, Due.WINDOW))
    assert g.table.due() == {0, 1, 2, 3}


def test_somebody_who_goes_during_the_window_is_not_waited_for() -> None:
    g = two_hands()
    for seat in range(3):
        g.do(c.Continue(seat=seat, hand=1))
    g.do(c.Presence(seat=3, absent_since=g.now))
    assert g.table.window is None


def test_each_hand_has_a_deal_of_its_own() -> None:
    g = two_hands()
    g.skip_window()
    assert g.table.status is Status.RUNNING
    first, second = g.table.deals_seen
    assert first["seed"] != second["seed"]
    assert first["context"] != second["context"]
    deals = [event["hands"] for event in g.log if "chance" in event]
    assert len(deals) == 2
    assert deals[0] != deals[1]
