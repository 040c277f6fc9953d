"""Level 3 of Spades: what it takes for possible, how it plays a deal to its end, and what it finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.api import HandScore
from games.cards import CLUBS, DECK, NAMES, SPADES, SUIT_BITS, bits, lowest
from games.spades.bot import choose, rng_of
from games.spades.exchange import exchange
from games.spades.legality import is_broken
from games.spades.playout import card_for
from games.spades.running import Running
from games.spades.scoring import score
from games.spades.search import distinct
from games.spades.sight import sight
from games.spades.state import Phase, State, taken
from games.spades.worlds import deal, known
from tests.games.positions import steps
from tests.games.spades.table import ENGINE, bid_all, dealt_as, ending, new, on_turn, points

EXPERT = 3
BUDGET = 60
SPADES_ALL = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


def decisions(seed: int, hands: int = 2) -> Iterator[State]:
    """The states of a random game in which a seat has to bid or play."""
    options = ENGINE.normalise({"length": {"hands": hands}}, 4)
    for state, event in steps(ENGINE, options, 4, Random(seed)):
        if event is not None and "act" in event:
            yield state


def running(state: State) -> Running:
    """A hand as the playout sees it."""
    hand = state.hand
    assert hand is not None
    bids = [bid or 0 for bid in hand.bids]
    trick = [1 << card for card in hand.trick]
    return Running(hand.cards, bids, taken(hand), hand.leader, is_broken(hand), trick)


# --- Playouts ---


@pytest.mark.parametrize("seed", range(6))
def test_a_playout_plays_legal_cards_and_ends_as_the_engine_does(seed: int) -> None:
    playing = [state for state in decisions(seed, hands=1) if state.phase is Phase.PLAYING]
    for state in playing[seed::6]:
        hand = running(state)
        while hand.left:
            assert ENGINE.due(state) == {hand.turn}
            card = card_for(hand)
            legal = bits(act.removeprefix("play ") for act in ENGINE.legal(state, hand.turn).acts)
            assert hand.legal() == legal
            assert card & legal
            state = ENGINE.act(state, hand.turn, f"play {NAMES[lowest(card)]}")
            hand.lay(card)
        assert state.hand is not None
        assert tuple(hand.taken) == taken(state.hand)
        bids = [bid or 0 for bid in state.hand.bids]
        assert points(state) == tuple(score(side, bids, hand.taken, 0).points for side in (0, 1))


# --- Deals ---


@pytest.mark.parametrize("seed", range(4))
def test_deals_agree_with_all_that_the_view_shows_and_never_exclude_the_truth(seed: int) -> None:
    rng = Random(seed)
    for state in decisions(seed):
        assert state.hand is not None
        for seat in range(4):
            facts = known(ENGINE.view(state, seat), seat)
            hands = deal(facts, rng)
            for other, true in enumerate(state.hand.cards):
                assert not true & facts.never[other]
                assert not hands[other] & facts.never[other]
                assert hands[other].bit_count() == true.bit_count()
            assert sum(hands) == sum(state.hand.cards)
            assert hands[seat] == state.hand.cards[seat]


def after(state: State, *acts: str) -> State:
    """The state after these cards, each played by the seat whose turn it is."""
    for name in acts:
        (seat,) = ENGINE.due(state)
        state = ENGINE.act(state, seat, f"play {name}")
    return state


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    clubs = {0: "3C 4C 5C 6C", 1: "2C 7C 8C 9C", 2: SPADES_ALL, 3: "TC JC QC KC AC"}
    state = after(bid_all(dealt_as(new(), clubs), "3 3 9 3"), "2C", "4S")
    facts = known(ENGINE.view(state, 3), 3)
    assert facts.never == (0, 0, SUIT_BITS[CLUBS], 0)


def test_who_leads_a_spade_before_one_was_played_has_nothing_else() -> None:
    state = bid_all(dealt_as(new(), {1: SPADES_ALL}), "3 13 3 3")
    facts = known(ENGINE.view(after(state, "2S"), 2), 2)
    assert facts.never[1] == DECK & ~SUIT_BITS[SPADES]
    assert deal(facts, Random(1))[1] == SUIT_BITS[SPADES] & ~bits(["2S"])


def test_deals_fit_the_bids() -> None:
    """A seat that bid much is dealt more high spades than one that bid little."""
    state = bid_all(dealt_as(new(), {0: "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H"}), "2 6 3 1")
    facts, rng, high = known(ENGINE.view(state, 0), 0), Random(1), bits(["AS", "KS", "QS"])
    found = [deal(facts, rng) for _ in range(100)]
    strong, weak = (sum((hands[seat] & high).bit_count() for hands in found) for seat in (1, 3))
    assert strong > 1.5 * weak


# --- Choices ---


def choice(state: State, level: int = EXPERT) -> str:
    return choose(ENGINE.view(state, 0), 0, level, 400).act


def bidding(hand: str, earlier: str, before: tuple[int, int], **length: int) -> State:
    """Seat 0 to bid in the second hand, after the bids of seats 2 and 3, with these totals by side."""
    played = HandScore(points=before, totals=before)
    state = dealt_as(replace(new(**length), completed=(played,), hand_number=1), {0: hand})
    for seat, tricks in zip((2, 3), earlier.split(), strict=True):
        state = ENGINE.act(state, seat, f"bid {tricks}")
    return state


def test_it_leaves_a_trick_to_an_opponents_nil_that_has_yet_to_play() -> None:
    state = ending("AH 4H 3C|JH QH 2C|6C 7C 4D|9C 2S", "5H", bids="1 n 1 6", won="1 0 0 9")
    assert choice(state) == "play 4H"
    assert choice(state, level=2) == "play AH"


def test_it_takes_no_tenth_bag_that_loses_the_game() -> None:
    """Level 2 takes every trick once the other side may be set, whatever the bag costs."""
    state = ending(
        "AH 2H|3C|4D|2S",
        "KH 5H 9H",
        bids="5 1 4 2",
        won="5 1 4 1",
        bags=(9, 0),
        before=(0, 50),
        hands=2,
    )
    assert choice(state) == "play 2H"
    assert choice(state, level=2) == "play AH"


def test_a_lone_king_is_no_bar_to_the_only_nil_that_can_still_win() -> None:
    state = bidding("3S 7S 2C 4C 6C 8C TC 2D 4D 7D 9D JD KH", "4 2", (200, 285), target=300)
    assert choice(state) == "bid nil"
    assert choice(state, level=2) == "bid 1"


def test_far_ahead_in_the_last_hand_it_risks_no_nil() -> None:
    low = "4S 9S 6C 9C JC 3D 8D TD KD 5H 8H JH QH"
    assert choice(bidding(low, "3 4", (150, 0), hands=2)) == "bid 1"
    assert choice(bidding(low, "3 4", (0, 0), hands=20)) == "bid nil"
    assert choice(bidding(low, "3 4", (150, 0), hands=2), level=2) == "bid nil"


def test_cards_between_which_no_other_lies_count_once() -> None:
    state = on_turn("2C 3C 5C KC AC 2D 4D", played="4C 7C 8C QC")
    assert names_of(distinct(sight(ENGINE.view(state, 0), 0))) == "2C KC 2D 4D"
    state = on_turn("8H TH 2H", "9H")
    assert names_of(distinct(sight(ENGINE.view(state, 0), 0))) == "2H 8H TH"


def names_of(cards: list[int]) -> str:
    return " ".join(NAMES[card] for card in cards)


# --- From the view alone ---


def test_the_same_view_and_budget_give_the_same_choice() -> None:
    for state in list(decisions(1, hands=1))[::3]:
        (seat,) = ENGINE.due(state)
        made = choose(ENGINE.view(state, seat), seat, EXPERT, BUDGET)
        assert choose(ENGINE.view(state, seat), seat, EXPERT, BUDGET) == made
        assert made.act in ENGINE.legal(state, seat).acts


def test_exchanged_hidden_cards_change_no_choice() -> None:
    rng = Random(2)
    for state in list(decisions(2, hands=1))[::3]:
        (seat,) = ENGINE.due(state)
        made = choose(ENGINE.view(state, seat), seat, EXPERT, BUDGET)
        other = exchange(state, seat, rng)
        assert choose(ENGINE.view(other, seat), seat, EXPERT, BUDGET) == made


def test_chance_differs_with_whatever_the_view_tells() -> None:
    state = ending("AH 2H|3C|4D|2S", "KH 5H 9H", bids="5 1 4 2", won="5 1 4 1")
    others = [
        replace(state, bags=(1, 0)),
        replace(state, count=500),
        ending("AH 2H|3C|4D|2S", "KH 5H 9H", bids="5 1 4 3", won="5 1 4 1"),
        ending("AH 2H|3C|4D|2S", "KH 5H 9H", bids="5 1 4 2", won="5 2 3 1"),
    ]
    drawn = {rng_of(ENGINE.view(one, 0), 0).random() for one in (state, *others)}
    assert len(drawn) == 5
