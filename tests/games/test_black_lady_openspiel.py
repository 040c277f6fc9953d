"""The American rules against OpenSpiel's `hearts`: legal cards, trick winners and points of random hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from positions import ENGINE, new

from games.black_lady.presets import PRESETS
from games.black_lady.state import State

pyspiel = pytest.importorskip("pyspiel")
DIRECTIONS = PRESETS["american"].directions[4]
SPIEL_DIRECTIONS = {"": 0, "left": 1, "across": 2, "right": 3}
RANKS, SUITS = "23456789TJQKA", "CDHS"


def action(card: str) -> int:
    """OpenSpiel numbers cards by rank, then suit."""
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def spiel_game(passes: bool, queen_breaks: bool) -> Any:
    return pyspiel.load_game(
        "hearts",
        {
            "pass_cards": passes,
            "no_pts_on_first_trick": True,
            "can_lead_any_club": False,
            "jd_bonus": False,
            "avoid_all_tricks_bonus": False,
            "must_break_hearts": True,
            "qs_breaks_hearts": queen_breaks,
            "can_lead_hearts_instead_of_qs": False,
        },
    )


def deal_both(spiel: Any, state: State, direction: str, rng: Random) -> State:
    """The same deal on both sides. Without passing OpenSpiel offers one direction only in legal_actions()."""
    wanted = SPIEL_DIRECTIONS[direction]
    assert wanted in spiel.legal_actions()
    spiel.apply_action(wanted)
    hands: list[list[str]] = [[], [], [], []]
    number = 0
    while spiel.is_chance_node():
        dealt = rng.choice(spiel.legal_actions())
        hands[number % 4].append(spiel.action_to_string(-1, dealt))
        spiel.apply_action(dealt)
        number += 1
    return ENGINE.resolve(state, {"chance": "deal", "hands": [" ".join(hand) for hand in hands]})


def play_hand(spiel: Any, state: State, rng: Random) -> State:
    """One hand on both sides; each legal set is compared before each card."""
    while ENGINE.view(state, None)["phase"] == "passing":
        seat = spiel.current_player()
        cards = rng.sample(ENGINE.legal(state, seat).of, 3)
        for card in sorted(cards, key=action):
            assert action(card) in spiel.legal_actions()
            spiel.apply_action(action(card))
        state = ENGINE.act(state, seat, f"pass {' '.join(cards)}")
    while ENGINE.chance(state) is None and ENGINE.result(state) is None:
        (seat,) = ENGINE.due(state)
        assert seat == spiel.current_player(), "the winner of the last trick leads"
        acts = ENGINE.legal(state, seat).acts
        assert sorted(action(act[5:]) for act in acts) == sorted(spiel.legal_actions())
        act = rng.choice(acts)
        spiel.apply_action(action(act[5:]))
        state = ENGINE.act(state, seat, act)
    assert spiel.is_terminal()
    return state


@pytest.mark.parametrize("queen_breaks", [False, True])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_random_hands_agree(direction: str, queen_breaks: bool) -> None:
    rng = Random(f"{direction} {queen_breaks}")
    game = spiel_game(bool(direction), queen_breaks)
    before = new("american", queen_breaks_hearts=queen_breaks)
    for _ in range(150):
        state = replace(before, hand_number=DIRECTIONS.index(direction))
        spiel = game.new_initial_state()
        state = play_hand(spiel, deal_both(spiel, state, direction, rng), rng)
        score = ENGINE.completed_hands(state)[-1]
        assert list(score.points) == [26 - value for value in spiel.returns()]
