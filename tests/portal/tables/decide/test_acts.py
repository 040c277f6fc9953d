"""Acts at a table: turns, resends, several seats at once (scenarios CON-02, HRT-04, HRT-06)."""

from __future__ import annotations

import pytest

from portal.tables import commands as c
from portal.tables.lifecycle import Due
from portal.tables.snapshot import Refusal
from tests.portal.tables.decide.at_rest import Game


def test_four_passes_sent_in_one_moment_are_all_accepted() -> None:
    g = Game().started()
    sent = [g.act(seat) for seat in range(4)]  # all composed on the same version
    for act in sent:
        g.do(act)
    assert g.table.state.phase == "playing"
    assert len(g.table.due()) == 1


def test_an_act_for_a_turn_that_is_gone_is_stale() -> None:
    g = Game().started().passed()
    seat = min(g.table.due())
    old = g.act(seat)
    g.do(old)
    g.play_on(lambda game: seat in game.table.due())
    assert g.refused(c.Act(seat=seat, turn=old.turn, act=g.legal(seat))) == "stale"
    assert g.refused(c.Act(seat=seat, turn=old.turn + 7, act=g.legal(seat))) == "stale"


def test_the_identical_act_once_more_is_answered_with_its_version() -> None:
    g = Game().started()
    act = g.act(2)
    version = g.do(act).version
    g.do(g.act(1))  # meanwhile somebody else passes
    again = g.decided(act)
    assert isinstance(again, Refusal)
    assert (again.code, again.answered_version) == ("again", version)


def test_an_older_act_of_the_same_turn_is_not_taken_for_a_resend() -> None:
    g = Game().started()
    first, other = g.act(0), " ".join(("pass", *g.hand_of(0)[3:6]))
    g.do(first)
    g.do(g.act(0, other))
    assert g.table.seats[0].last == (first.turn, other, g.table.version)
    g.do(first)  # a choice may be changed back until all have chosen
    assert g.table.engine.view(g.table.state, 0)["pass"]["mine"] == first.act.split(" ")[1:]


def test_passes_come_from_the_dealt_hand_only() -> None:
    """HRT-04."""
    g = Game().started()
    given, receiver = g.legal(0).split(" ")[1:], 1
    g.do(g.act(0))
    own = g.hand_of(receiver)
    assert not set(given) & set(own), "nothing is seen before all have chosen"
    tries = [
        f"pass {given[0]} {own[0]} {own[1]}",
        f"pass {own[0]} {own[0]} {own[1]}",
        f"pass {own[0]} {own[1]}",
    ]
    before = g.table
    for text in tries:
        assert g.refused(g.act(receiver, text)) not in ("stale", "server-error")
    assert g.table is before
    g.play_on(lambda game: game.table.state.phase == "playing")
    assert set(given) <= set(g.hand_of(receiver))


@pytest.mark.parametrize(
    "text", ["play ZZ", "play", "", "pass 2C 3C 4C", "play 2C 3C", "take-back", "play \ud800", "x" * 200]
)
def test_nonsense_is_refused_and_the_clock_runs_on(text: str) -> None:
    """HRT-06: turn, version and clock are untouched."""
    g = Game().started().passed()
    seat = min(g.table.due())
    due_in = g.due_in(seat, Due.MOVE)
    assert g.refused(g.act(seat, text))
    assert g.due_in(seat, Due.MOVE) == due_in
    g.do(g.act(seat))


def test_a_card_that_is_not_held_and_one_that_does_not_follow() -> None:
    """HRT-06."""
    g = Game().started().passed()

    def must_follow(game: Game) -> bool:
        seat = min(game.table.due())
        return 1 < len(game.table.engine.legal(game.table.state, seat).acts) < len(game.hand_of(seat))

    g.play_on(must_follow)
    seat = min(g.table.due())
    legal, held = g.table.engine.legal(g.table.state, seat).acts, g.hand_of(seat)
    elsewhere = g.hand_of((seat + 1) % 4)[0]
    assert g.refused(g.act(seat, f"play {elsewhere}")) == "not-in-hand"
    assert (
        g.refused(g.act(seat, next(f"play {x}" for x in held if f"play {x}" not in legal))) == "follow-suit"
    )
    g.do(g.act(seat, legal[1]))


def test_somebody_elses_turn() -> None:
    g = Game().started().passed()
    seat = min(g.table.due())
    other = (seat + 1) % 4
    assert g.refused(g.act(other, f"play {g.hand_of(other)[0]}")) == "not-your-turn"


def test_a_choice_taken_back_keeps_the_original_deadline() -> None:
    g = Game().started()
    turn = g.table.seats[0].turn
    g.later(20)
    g.do(g.act(0))
    assert g.due_in(0, Due.MOVE) is None
    g.later(4)
    g.do(g.act(0, "take-back"))
    assert g.due_in(0, Due.MOVE) == 6
    assert g.table.seats[0].turn == turn, "it is the same turn still"
    g.do(g.act(0))
    g.later(6)
    assert g.refused(g.act(0, "take-back")) == "not-now", "past the original deadline"
    assert g.due_in(1, Due.MOVE) == 0


def test_another_choice_starts_no_clock() -> None:
    g = Game().started()
    g.do(g.act(0))
    g.later(25)
    g.do(g.act(0, " ".join(("pass", *g.hand_of(0)[3:6]))))
    assert g.due_in(0, Due.MOVE) is None


def test_nobody_acts_in_a_window_or_before_the_deal() -> None:
    g = Game(length={"hands": 2})
    g.do(c.Start(seat=0))
    assert g.refused(c.Act(seat=0, turn=g.table.seats[0].turn, act="pass 2C 3C 4C")) == "not-now"
    g.deal()
    g.play_on(lambda game: game.table.window is not None)
    assert g.refused(c.Act(seat=0, turn=g.table.seats[0].turn, act="play 2C")) == "not-now"
    assert g.table.due() == frozenset()
