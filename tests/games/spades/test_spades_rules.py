"""Bidding, leading, following: what may be done when, and what is said of the rest."""

from __future__ import annotations

import pytest

from games.registry import folder
from games.spades.state import Phase
from tests.games.spades.table import (
    ENGINE,
    bid_all,
    dealt,
    finished,
    legal,
    new,
    on_turn,
    played_out,
    refused,
)


def test_bidding_goes_once_around_from_the_dealers_left() -> None:
    state, order = dealt(new()), []
    for bid in ("3", "nil", "13", "1"):
        (seat,) = ENGINE.due(state)
        order.append(seat)
        state = ENGINE.act(state, seat, f"bid {bid}")
    assert order == [1, 2, 3, 0]
    view = ENGINE.view(state, None)
    assert (view["dealer"], view["leader"], view["bids"]) == (0, 1, [1, 3, 0, 13])
    assert (view["nil"], view["contract"]) == ([2], [1, 16])
    assert ENGINE.due(state) == {1}, "left of the dealer leads the first trick"


def test_the_deal_moves_one_seat_to_the_left() -> None:
    state = finished("3 3 3 3", (4, 3, 3, 3), hands=9)
    assert state.hand_number == 1
    assert ENGINE.due(dealt(state)) == {2}
    assert ENGINE.view(dealt(state), None)["dealer"] == 1


def test_every_bid_is_offered_nil_first() -> None:
    assert ENGINE.legal(dealt(new()), 1).acts == ("bid nil", *(f"bid {n}" for n in range(1, 14)))


def test_bids_are_seen_by_all_as_they_are_made() -> None:
    state = ENGINE.act(dealt(new()), 1, "bid 4")
    for viewer in (0, 1, 2, 3, None):
        assert ENGINE.view(state, viewer)["bids"] == [None, 4, None, None]


# SPD-02: follow suit; a spade is led only when broken or nothing else is held.
@pytest.mark.parametrize(
    ("hand", "trick", "played", "allowed"),
    [
        ("4H AS 2D", "9H", "", "4H"),
        ("AS 2D", "9H", "", "2D AS"),
        ("2S 3D", "", "", "3D"),
        ("2S 9S", "", "", "2S 9S"),
        ("2S 3D", "", "5S", "3D 2S"),
        ("2C 5S 9S", "3S", "", "5S 9S"),
        ("2C 3D", "3S", "", "2C 3D"),
        ("4H AS", "9H 2S", "", "4H"),
    ],
)
def test_following_and_leading(hand: str, trick: str, played: str, allowed: str) -> None:
    assert legal(on_turn(hand, trick, played)) == allowed


def test_the_first_lead_is_no_spade_unless_nothing_else_is_held() -> None:
    state = bid_all(dealt(new(hands=9)), "3 3 3 3")
    assert legal(state, 1).split() == [f"{rank}D" for rank in "23456789TJQKA"]
    for _ in range(2):
        state = bid_all(dealt(played_out(state)), "3 3 3 3")
    assert legal(state, 3).split() == [f"{rank}S" for rank in "23456789TJQKA"], "seat 3 holds spades only"


@pytest.mark.parametrize(
    ("hand", "trick", "winner"),
    [
        ("AH", "9H KH 2H", 0),
        ("3H", "9H KH 2H", 2),
        ("2S", "9H KH AH", 0),
        ("2S", "9H 3S AH", 2),
        ("AD", "9H 2H 3H", 1),
    ],
)
def test_the_highest_spade_wins_else_the_highest_of_the_suit_led(hand: str, trick: str, winner: int) -> None:
    state = ENGINE.act(on_turn(hand + " 2D", trick), 0, f"play {hand}")
    assert ENGINE.view(state, None)["tricks"][-1]["winner"] == winner


@pytest.mark.parametrize("card", ["2S", "AS"])
def test_spades_are_broken_by_any_spade(card: str) -> None:
    state = on_turn(f"{card} 2D", "9H KH")
    assert ENGINE.view(state, 0)["spades_broken"] is False
    assert ENGINE.view(ENGINE.act(state, 0, f"play {card}"), 0)["spades_broken"] is True


REFUSALS = [
    ("bid", 1, "play 2D", "bid-first"),
    ("bid", 1, "bid 14", "bad-bid"),
    ("bid", 1, "bid 0", "bad-bid"),
    ("bid", 1, "bid 03", "bad-bid"),
    ("bid", 1, "bid", "bid-first"),
    ("bid", 1, "bid 3 3", "bid-first"),
    ("bid", 0, "bid 3", "not-your-turn"),
    ("bid", 4, "bid 3", "no-such-seat"),
    ("play", 1, "bid 3", "unknown-act"),
    ("play", 1, "play 2C", "not-in-hand"),
    ("play", 1, "play 1X", "no-such-card"),
    ("play", 2, "play 2H", "not-your-turn"),
    ("new", 0, "bid 3", "deal-due"),
    ("over", 0, "play 2C", "game-over"),
]


@pytest.mark.parametrize(("phase", "seat", "act", "code"), REFUSALS)
def test_refusals_say_which_rule_of_the_page_and_what_would_be_allowed(
    phase: str, seat: int, act: str, code: str
) -> None:
    state = {
        "new": new,
        "bid": lambda: dealt(new()),
        "play": lambda: bid_all(dealt(new()), "3 3 3 3"),
        "over": lambda: finished("3 3 3 3", (4, 3, 3, 3), hands=1),
    }[phase]()
    said = refused(state, seat, act)
    assert said.code == code
    assert f"### {said.rule}\n" in (folder("spades") / "RULES.md").read_text()
    assert said.sentence.endswith(".")


def test_a_barred_card_is_refused_with_what_the_view_says_of_it() -> None:
    state = on_turn("4H 5H AS", "9H")
    said = refused(state, 0, "play AS")
    assert said.sentence == "Hearts were led and you hold two. Play a heart."
    assert ENGINE.view(state, 0)["why"] == {"AS": {"code": "follow-suit", "sentence": said.sentence}}
    assert refused(on_turn("2S 3D"), 0, "play 2S").code == "spades-not-broken"
    assert ENGINE.view(state, 1)["why"] == {}


def test_a_deal_that_is_no_deal_is_refused() -> None:
    state = dealt(new())
    with pytest.raises(Exception, match="No deal is due"):
        dealt(state)
    assert state.phase is Phase.BIDDING
