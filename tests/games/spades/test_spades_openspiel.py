"""Random hands against OpenSpiel's `spades`: legal bids and cards, trick winners and the first hand's score.

It differs from our rules in three things. Its bags over several hands follow another rule, so every hand here
is the first of a game. It lets no side bid more than 13 together, so such bids are left out. And it never takes
spades for broken, so a spade led after that is compared with the other suits alone, and played all the same.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from games.cards import CARDS, NAMES
from games.spades.legality import BIDS
from games.spades.state import HAND_SIZE, Phase, State
from tests.games.spades.table import ENGINE, new, points

pyspiel = pytest.importorskip("pyspiel")
GAME = pyspiel.load_game("spades")
FIRST_BID = 52
QUICK, ALL = 500, 10_000


def action(act: str) -> int:
    """OpenSpiel numbers cards as games.cards does, and bids from nil on after them."""
    verb, what = act.split(" ")
    if verb == "bid":
        return FIRST_BID + BIDS.index(what)
    return CARDS[what]


def player(seat: int) -> int:
    """OpenSpiel's player 0 bids and leads first; here it is seat 1, left of the dealer."""
    return (seat - 1) % 4


def dealt(rng: Random) -> tuple[Any, Any]:
    """The same random deal on both sides."""
    spiel, order = GAME.new_initial_state(), rng.sample(range(len(NAMES)), len(NAMES))
    for card in order:
        spiel.apply_action(card)
    hands = [[NAMES[card] for card in order[player(seat) :: 4]] for seat in range(4)]
    event = {"chance": "deal", "hands": [" ".join(hand) for hand in hands]}
    return spiel, ENGINE.resolve(new(hands=1), event)


def known_to_spiel(state: State, seat: int) -> list[str]:
    """Our legal acts without those that OpenSpiel does not offer."""
    acts, view = list(ENGINE.legal(state, seat).acts), ENGINE.view(state, seat)
    if view["phase"] == "bidding":
        partners = view["bids"][(seat + 2) % 4] or 0
        return [act for act in acts if BIDS.index(act.removeprefix("bid ")) + partners <= HAND_SIZE]
    return acts if view["trick"]["cards"] else [act for act in acts if act[-1] != "S"] or acts


def compare(rng: Random) -> None:
    spiel, state = dealt(rng)
    modest = rng.random() < 0.7  # bids of all sizes are seldom made
    while ENGINE.result(state) is None:
        (seat,) = ENGINE.due(state)
        acts = known_to_spiel(state, seat)
        assert spiel.current_player() == player(seat), "who bids next, and who took the last trick"
        assert sorted(map(action, acts)) == sorted(spiel.legal_actions())
        if state.phase is Phase.PLAYING:
            acts = list(ENGINE.legal(state, seat).acts)
        act = rng.choice(acts[:5] if modest and state.phase is Phase.BIDDING else acts)
        state = ENGINE.act(state, seat, act)
        spiel.apply_action(action(act))
    assert spiel.is_terminal()
    own = points(state)
    assert [own[seat % 2] for seat in range(4)] == [spiel.returns()[player(seat)] for seat in range(4)], str(
        spiel
    )


@pytest.mark.parametrize("block", range(QUICK // 100))
def test_random_hands_agree(block: int) -> None:
    for number in range(100):
        compare(Random(f"{block} {number}"))


@pytest.mark.slow
@pytest.mark.skipif("SOAK_GAMES" not in os.environ, reason="`make rules-soak` compares 10,000 hands")
@pytest.mark.parametrize("block", range(QUICK // 100, ALL // 100))
def test_soak_of_random_hands(block: int) -> None:
    test_random_hands_agree(block)
