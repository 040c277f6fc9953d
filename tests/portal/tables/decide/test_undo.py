"""Undo and restart in test games (scenario UND-01; spec: portal, Scored and test games)."""

from __future__ import annotations

from typing import Any

from portal.tables import commands as c
from portal.tables.lifecycle import Due, SeatKind, Status
from tests.portal.tables.decide.at_rest import Game, is_over, is_window


def alone(**setup: Any) -> Game:
    """One person and three computers, dealt."""
    return Game(1, scored=False, **setup).started()


def computers_play(g: Game) -> None:
    """Every computer that is due plays, until it is the person's turn."""
    while g.table.status is Status.RUNNING and not g.table.window and g.table.due() - {0}:
        g.do(g.act(min(g.table.due() - {0})))


def shown(g: Game, seat: int = 0) -> Any:
    return g.table.engine.view(g.table.state, seat)


def test_undo_goes_back_to_ones_own_last_decision_with_the_computers_later_moves() -> None:
    g = alone()
    computers_play(g)
    g.do(g.act(0))
    computers_play(g)
    before = shown(g)
    assert 0 in g.table.due()
    g.do(g.act(0))
    computers_play(g)
    g.do(c.Undo(seat=0))
    assert shown(g) == before
    assert g.table.due() == {0}
    g.do(c.Undo(seat=0))  # once per press: now the pass
    assert g.table.state.phase == "passing"
    assert g.refused(c.Undo(seat=0)) == "nothing-to-undo"


def test_what_was_undone_is_gone_from_the_record_too() -> None:
    g = alone()
    computers_play(g)
    kept = list(g.log)
    g.do(g.act(0))
    computers_play(g)
    g.do(c.Undo(seat=0))
    assert g.log == kept


def test_a_computers_act_on_the_way_is_stale_after_an_undo() -> None:
    g = alone()
    computers_play(g)
    g.do(g.act(0))
    seat = min(g.table.due() - {0})
    on_the_way = g.act(seat)
    g.do(c.Undo(seat=0))
    assert g.refused(on_the_way) == "stale"


def test_scored_games_have_none_of_it() -> None:
    g = Game().started()
    g.do(g.act(0))
    for command in (c.Undo(seat=0), c.Restart(seat=0), c.Replace(seat=0, absent=1)):
        assert g.refused(command) == "test-only"
    g.play_on(is_over)
    assert g.refused(c.Undo(seat=0)) == g.refused(c.Restart(seat=0)) == "test-only"


def test_a_host_may_do_without_undo() -> None:
    g = alone(undo=False)
    g.do(g.act(0))
    assert g.refused(c.Undo(seat=0)) == "not-now"


def three() -> Game:
    g = Game(3, scored=False).started()
    for seat in (3, 0, 1, 2):
        g.do(g.act(seat))
    return g


def test_with_several_people_the_others_are_asked() -> None:
    g = three()
    g.do(c.Undo(seat=0))
    assert g.table.undo_wish == (0, {0})
    assert g.table.state.phase == "playing"
    assert g.refused(c.AnswerUndo(seat=0, agree=True)) == "not-now", "the asker does not answer for others"
    g.do(c.AnswerUndo(seat=1, agree=True))
    assert g.table.state.phase == "playing"
    g.do(c.AnswerUndo(seat=2, agree=True))
    assert g.table.state.phase == "passing"
    assert g.table.due() == {0, 1, 2}, "all that came after the decision is undone"
    assert g.refused(c.AnswerUndo(seat=2, agree=True)) == "not-now"


def test_one_no_is_enough() -> None:
    g = three()
    before = g.table.state
    g.do(c.Undo(seat=0))
    g.do(c.AnswerUndo(seat=2, agree=False))
    assert g.table.undo_wish is None
    assert g.table.state is before
    assert g.refused(c.AnswerUndo(seat=1, agree=True)) == "not-now"


def test_playing_on_ends_the_wish() -> None:
    g = three()
    g.do(c.Undo(seat=0))
    g.do(g.act(min(g.table.due())))
    assert g.table.undo_wish is None


def test_a_wish_ends_with_its_asker_and_with_those_who_were_asked() -> None:
    g = three()
    g.do(c.Undo(seat=0))
    g.do(c.Leave(seat=0, confirm=None))
    assert g.table.undo_wish is None
    g = three()
    g.do(c.Undo(seat=0))
    g.do(c.Leave(seat=1, confirm=None))
    assert g.table.undo_wish == (0, {0})
    g.do(c.Presence(seat=2, absent_since=g.now))
    assert g.table.undo_wish is None, "nobody is left who could answer; the asker may ask again"
    g.do(c.Undo(seat=0))
    assert g.table.state.phase == "passing"


def test_a_restart_ends_a_wish() -> None:
    g = three()
    g.do(c.Undo(seat=1))
    g.do(c.Restart(seat=0))
    assert g.table.undo_wish is None


def deals(g: Game) -> list[Any]:
    return [event["hands"] for event in g.log if "chance" in event]


def test_restart_deals_the_very_same_cards_and_later_hands_fresh() -> None:
    g = Game(2, scored=False, length={"hands": 3}).started().play_on(is_window)
    g.skip_window()
    g.do(g.act(0))
    dealt = deals(g)
    assert len(dealt) == 2
    assert g.refused(c.Restart(seat=1)) == "not-host"
    g.do(c.Restart(seat=0))
    assert g.table.state.phase == "passing", "dealt at once: nothing is left to draw"
    assert deals(g) == dealt[:1]
    g.play_on(is_window)
    g.skip_window()
    assert deals(g) == dealt
    g.play_on(is_window)
    assert g.table.dealing is not None, "the third hand is a new one"
    g.skip_window()
    assert len(deals(g)) == 3


def test_restart_after_the_end_and_undo_of_the_last_card() -> None:
    g = alone().play_on(is_over)
    g.do(c.Undo(seat=0))
    assert g.table.status is Status.RUNNING
    assert (-1, Due.CLOSE) not in g.table.deadlines
    g.play_on(is_over)
    first = deals(g)
    g.do(c.Restart(seat=0))
    assert g.table.status is Status.RUNNING
    assert deals(g) == first


def test_undo_across_the_hands() -> None:
    """In the window: back into the hand; the next hand's shuffle that nobody has seen is drawn anew."""
    g = Game(1, scored=False, length={"hands": 2}).started().play_on(is_window)
    assert g.table.dealing is not None
    g.do(c.Undo(seat=0))
    assert (g.table.window, g.table.dealing) == (None, None)
    assert 0 in g.table.due()
    g.play_on(is_over)
    assert len(deals(g)) == 2


def test_somebody_away_for_three_minutes_is_played_for_and_comes_back() -> None:
    g = Game(2, scored=False).started()
    g.do(c.Presence(seat=1, absent_since=g.now))
    g.later(179)
    assert g.refused(c.Replace(seat=0, absent=1)) == "not-now"
    assert g.refused(c.Replace(seat=0, absent=15)) == "bad-frame"
    assert g.refused(c.Replace(seat=0, absent=2)) == "not-now"
    g.later(1)
    g.do(c.Replace(seat=0, absent=1))
    assert g.table.seats[1].kind is SeatKind.COMPUTER
    computers_act = g.act(1)
    g.do(c.Return(seat=1))
    assert (g.table.seats[1].name, g.table.seats[1].is_present) == ("Beate", True)
    assert g.refused(computers_act) == "stale", "the computer no longer plays for whoever is back"
    assert g.refused(c.Return(seat=1)) == "gone"
    g.do(g.act(1))


def test_a_guest_comes_back_only_to_a_seat_without_a_connection() -> None:
    g = Game(1, scored=False)
    g.do(c.Sit(player=c.Player(user_id=None, guest_key="old", name="Guest 7")))
    g.do(c.Presence(seat=1, absent_since=None))
    assert g.refused(c.Rejoin(seat=1, guest_key="new")) == "seat-taken"
    assert g.refused(c.Rejoin(seat=0, guest_key="new")) == "seat-taken"
    g.do(c.Presence(seat=1, absent_since=g.now))
    g.do(c.Rejoin(seat=1, guest_key="new"))
    assert g.table.seat_of(None, "new") == 1
    assert g.table.seat_of(None, "old") is None
