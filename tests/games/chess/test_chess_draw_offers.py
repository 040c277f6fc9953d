"""Offers of a draw (spec: chess, Actions)."""

from __future__ import annotations

from games.registry import game
from tests.games.chess.board import ENGINE, acts, ending, moved, refused, start


def test_an_offer_is_made_on_ones_own_turn_and_keeps_it() -> None:
    offered = ENGINE.act(start(), 0, "offer-draw")
    assert ENGINE.due(offered) == {0}
    assert acts(offered, 0) == {"resign"}
    assert acts(offered, 1) == {"accept-draw", "decline-draw", "resign"}
    assert refused(start(), 1, "offer-draw").code == "not-your-turn"


def test_it_stands_until_answered() -> None:
    offered = moved(ENGINE.act(start(), 0, "offer-draw"), "e2e4")
    assert acts(offered, 1) == {"accept-draw", "decline-draw", "resign"}
    assert ending(ENGINE.act(offered, 1, "accept-draw")) == ("draw-agreed", (1, 1))
    declined = ENGINE.act(offered, 1, "decline-draw")
    assert ENGINE.due(declined) == {1}
    assert refused(declined, 1, "accept-draw").code == "no-offer"
    assert acts(declined, 1) == {"offer-draw", "resign"}


def test_or_until_the_opponent_moves() -> None:
    lapsed = moved(ENGINE.act(start(), 0, "offer-draw"), "e2e4 e7e5")
    assert lapsed.offer is None
    assert refused(lapsed, 1, "accept-draw").code == "no-offer"


def test_one_offer_a_move() -> None:
    declined = ENGINE.act(ENGINE.act(start(), 0, "offer-draw"), 1, "decline-draw")
    assert refused(declined, 0, "offer-draw").code == "offered-already"
    again = moved(declined, "e2e4 e7e5")
    assert "offer-draw" in acts(again, 0)


def test_an_offer_is_not_met_with_an_offer_nor_answered_by_its_maker() -> None:
    offered = moved(ENGINE.act(start(), 0, "offer-draw"), "e2e4")
    assert refused(offered, 1, "offer-draw").code == "offered-to-you"
    assert refused(offered, 0, "accept-draw").code == "no-offer"


def test_the_end_of_the_game_takes_an_offer_with_it() -> None:
    near = ENGINE.act(moved(start(), "f2f3 e7e5 g2g4"), 1, "offer-draw")
    mated = moved(near, "d8h4")
    assert mated.offer is None
    assert ending(mated) == ("checkmate", (2, 1))


def test_the_seat_that_is_asked_is_known_though_nothing_is_due() -> None:
    asked = game("chess").asked
    assert asked is not None
    assert asked(start()) == frozenset()
    offered = ENGINE.act(start(), 0, "offer-draw")
    assert asked(offered) == {1}
    assert ENGINE.legal(offered, 1).optional[0] == "decline-draw"
    assert asked(ENGINE.act(offered, 1, "accept-draw")) == frozenset()


def test_offers_outlive_dump_and_load() -> None:
    offered = ENGINE.act(start(), 0, "offer-draw")
    for state in (offered, moved(offered, "e2e4"), ENGINE.act(offered, 1, "decline-draw")):
        again = ENGINE.load(ENGINE.dump(state))
        assert again == state
        assert [acts(again, seat) for seat in (0, 1)] == [acts(state, seat) for seat in (0, 1)]
