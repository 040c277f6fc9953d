"""Computer players of Spades: strength, what level 2 is careful about, and reasons that give nothing away."""

from __future__ import annotations

from random import Random

import pytest

from games.api import Reason
from games.cards import bits
from games.selfplay import run, setup
from games.spades.bot import choose
from games.spades.estimate import tricks, tricks_to_bid
from games.spades.reasons import reason_for
from games.spades.state import State
from tests.games.positions import steps
from tests.games.spades.table import ENGINE, new, on_turn

HANDS = 200
NOT_YET = (None, None, None, None)


def hand(text: str) -> int:
    return bits(text.split())


class Steps:
    """A clock that needs no time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def mean_points(side: str, others: str) -> tuple[float, float]:
    """Mean points a hand of the two sides, whose intervals lie apart; each deal is played in every rotation."""
    players = [side, others, side, others]
    report = run(setup("spades", {}, players, hands=HANDS, seed="7", mirror=True), Steps())
    first, second = report.as_json()["players"][:2]
    assert first["mean_points"] - second["mean_points"] > first["ci95"] + second["ci95"]
    return first["mean_points"], second["mean_points"]


def test_level_2_is_clearly_ahead_of_level_1() -> None:
    assert min(mean_points("2", "1")) > 0, "both bid what they can take"


def test_level_1_is_clearly_ahead_of_random() -> None:
    own, theirs = mean_points("1", "random")
    assert own > 0 > theirs


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS KS QS 2S 3C 4C 5C 2D 3D 4D 2H 3H 4H", "AS KS QS 2C 3C 4C 5C 2D 3D 4D 2H 3H 4H"),  # a long spade
        ("KS 2S 3C 4C 5C 6C 7C 2D 3D 4D 2H 3H 4H", "KS 2C 3C 4C 5C 6C 7C 2D 3D 4D 2H 3H 4H"),  # a guard
        ("2S 3S 4S 3C 4C 5C 6C 2D 3D 4D 5D 6D 7D", "2S 3S 4S 3C 4C 5C 6C 2D 3D 4D 2H 3H 4H"),  # a void
    ],
)
def test_level_2_counts_long_spades_guards_and_voids(better: str, worse: str) -> None:
    assert tricks(hand(better)) > tricks(hand(worse))


def test_a_sure_hand_is_bid_for_what_it_is_worth() -> None:
    assert tricks_to_bid(hand("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"), NOT_YET, None) == 13
    assert tricks_to_bid(hand("AS KS QS AC AD AH 2C 3C 4C 2D 3D 2H 3H"), NOT_YET, None) in (5, 6)


def test_it_bids_nil_with_low_cards_but_not_beside_a_nil() -> None:
    low = hand("2S 4S 2C 3C 7C 8C 2D 5D 6D 2H 4H 5H 9H")
    assert tricks_to_bid(low, NOT_YET, None) == 0
    assert tricks_to_bid(low, (0, None, None, None), 0) == 1
    assert tricks_to_bid(low | hand("AS"), NOT_YET, None) > 0


def test_it_bids_no_more_than_the_others_have_left() -> None:
    strong = hand("AS KS QS JS TS 9S AC KC AD KD AH KH 2C")
    assert tricks_to_bid(strong, (None, 4, 2, 3), 2) == 4


def choice(state: State, level: int = 2) -> str:
    return choose(ENGINE.view(state, 0), 0, level, 0).act


def test_it_keeps_its_nil_with_the_highest_card_that_loses() -> None:
    assert choice(on_turn("3H 8H KH", "9H 2H", bids="n 3 4 3")) == "play 8H"
    assert choice(on_turn("3C 5S 9S", "9H 2H 8S", bids="n 3 4 3")) == "play 5S"


def test_it_takes_the_trick_over_from_a_partner_who_bid_nil() -> None:
    assert choice(on_turn("3H AH", "2H KH 9H", bids="4 3 n 3")) == "play AH"
    assert choice(on_turn("3H AH", "2H KH 9H", bids="4 3 4 3")) == "play 3H"


def test_it_leads_high_to_cover_a_partners_nil() -> None:
    assert choice(on_turn("3H AH 4C", bids="4 3 n 3")) == "play AH"


def test_it_leaves_a_trick_to_an_opponents_nil() -> None:
    assert choice(on_turn("3H AH", "KH 2H 9H", bids="4 n 4 3", won=3)) == "play 3H"
    assert choice(on_turn("3H AH", "KH 2H 9H", bids="4 3 4 3", won=3)) == "play AH"


def test_it_wins_as_cheaply_as_it_can_when_last() -> None:
    assert choice(on_turn("TH AH 2H", "9H 4H 3H")) == "play TH"
    assert choice(on_turn("3S AS 2D", "9H 4H 3H")) == "play 3S"


def test_once_the_contract_is_made_it_keeps_out_of_bags() -> None:
    made = on_turn("3H 8H KH", "9H 2H", bids="1 3 n 3", won=2)
    assert choice(made) == "play 8H"
    assert choice(on_turn("3H 8H KH", "9H 2H", bids="4 3 4 3")) == "play KH"


def test_level_1_plays_high_to_win_and_low_to_lose() -> None:
    assert choice(on_turn("TH AH 2H", "9H 4H 3H"), level=1) == "play AH"
    assert choice(on_turn("TH QH 2H", "KH 4H 3H"), level=1) == "play 2H"


@pytest.mark.parametrize("level", ENGINE.info.levels)
def test_reasons_say_only_what_everybody_sees(level: int) -> None:
    """The reason for an act is the same when it is worked out from what a spectator sees."""
    options, seen = ENGINE.normalise({"length": {"hands": 3}}, 4), set()
    for seed in range(4):
        for state, event in steps(ENGINE, options, 4, Random(seed)):
            if event is None or "act" not in event:
                continue
            made = choose(ENGINE.view(state, event["seat"]), event["seat"], level, 0)
            told = reason_for(ENGINE.view(state, None), event["seat"], made.act, searched=level > 2)
            assert made.reason == told
            sentence = ENGINE.info.reasons[made.reason.code].format(**made.reason.data)
            assert sentence.endswith(".")
            seen.add(made.reason.code)
    assert len(seen) >= 8


def test_a_bid_is_told_without_the_hand() -> None:
    view = ENGINE.view(new(), None)
    assert reason_for(view, 0, "bid 4") == reason_for(view, 0, "bid 9") == Reason(code="bid")
    assert reason_for(view, 0, "bid 4", searched=True) == Reason(code="bid-tried")


def test_levels_that_do_not_search_choose_the_same_whatever_the_budget() -> None:
    options = ENGINE.normalise({"length": {"hands": 1}}, 4)
    for state, event in steps(ENGINE, options, 4, Random(1)):
        if event is not None and "act" in event:
            view = ENGINE.view(state, event["seat"])
            for level in (1, 2):
                assert choose(view, event["seat"], level, 0) == choose(view, event["seat"], level, 1000)
