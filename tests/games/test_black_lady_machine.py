"""Whole games under Hypothesis, against a second telling of the rules (oracle.py)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from oracle import legal_cards, trick_winner
from positions import ENGINE, TABLES

from games.api import BadOptions, IllegalAct
from games.black_lady.presets import OPTIONS, SWITCHES
from games.cards import NAMES
from games.record import play


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    """A rule set, a number of players and any changes that can be played."""
    rule_set, seats = draw(st.sampled_from(TABLES))
    raw: dict[str, Any] = {"rule_set": rule_set}
    for name in draw(st.sets(st.sampled_from(OPTIONS))):
        raw[name] = draw(st.booleans() if name in SWITCHES else st.integers(0, 3))
    while True:
        try:
            return ENGINE.normalise(raw, seats), seats
        except BadOptions as error:
            del raw[error.option]


class WholeGames(RuleBasedStateMachine):
    """One game, acted on legally and illegally, its log kept."""

    @initialize(table=tables())
    def sit_down(self, table: tuple[dict[str, Any], int]) -> None:
        self.options, self.seats = table
        self.state = ENGINE.new(self.options, self.seats)
        self.log: list[dict[str, Any]] = []

    def act(self, seat: int, text: str) -> None:
        self.state = ENGINE.act(self.state, seat, text)
        self.log.append({"seat": seat, "act": text})

    @precondition(lambda self: ENGINE.chance(self.state) is not None)
    @rule(rng=st.randoms(use_true_random=False))
    def deal(self, rng: Any) -> None:
        chance = ENGINE.chance(self.state)
        assert chance is not None
        event = chance.event(rng.sample(chance.items, len(chance.items)))
        self.state = ENGINE.resolve(self.state, event)
        self.log.append(event)

    @precondition(lambda self: ENGINE.view(self.state, 0)["phase"] == "passing")
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.seats - 1))
        cards = data.draw(st.permutations(ENGINE.legal(self.state, seat).of))[:3]
        self.act(seat, f"pass {' '.join(cards)}")

    @precondition(lambda self: ENGINE.view(self.state, 0)["phase"] == "passing")
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.seats - 1))
        if ENGINE.legal(self.state, seat).optional:
            self.act(seat, "take-back")

    @precondition(lambda self: ENGINE.view(self.state, 0)["phase"] == "playing")
    @rule(data=st.data(), cards=st.integers(1, 60))
    def play_on(self, data: st.DataObject, cards: int) -> None:
        """Several cards at once, so that games get far within a run."""
        rng = data.draw(st.randoms(use_true_random=False))
        for _ in range(cards):
            if not ENGINE.due(self.state) or ENGINE.view(self.state, 0)["phase"] != "playing":
                return
            (seat,) = ENGINE.due(self.state)
            view = ENGINE.view(self.state, seat)
            assert view["legal"]["acts"] == [f"play {card}" for card in legal_cards(view)]
            assert set(view["why"]) == set(view["hand"]) - set(legal_cards(view))
            self.act(seat, f"play {rng.choice(legal_cards(view))}")

    @precondition(lambda self: ENGINE.view(self.state, 0)["phase"] == "playing")
    @rule(card=st.sampled_from(NAMES))
    def play_any(self, card: str) -> None:
        (seat,) = ENGINE.due(self.state)
        if card in legal_cards(ENGINE.view(self.state, seat)):
            return
        before = ENGINE.dump(self.state)
        with pytest.raises(IllegalAct):
            ENGINE.act(self.state, seat, f"play {card}")
        assert ENGINE.dump(self.state) == before

    @precondition(lambda self: bool(self.log))
    @rule()
    def replay_the_log(self) -> None:
        assert play(ENGINE, self.options, self.seats, ENGINE.recorded(self.log)) == self.state

    @invariant()
    def holds(self) -> None:
        ENGINE.check(self.state)
        view = ENGINE.view(self.state, None)
        assert view["hand"] == []
        costs = view["card_points"]
        points = [0] * self.seats
        for trick in view["tricks"]:
            assert trick["winner"] == trick_winner(trick["cards"])
            points[trick["winner"]] += sum(costs.get(laid["card"], 0) for laid in trick["cards"])
        assert view["points"] == points
        taken = [sum(costs[card] for card in cards) for cards in view["penalty_cards"]]
        assert taken == points


def test_whole_games() -> None:
    run_state_machine_as_test(
        WholeGames,
        settings=settings(
            max_examples=60,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
