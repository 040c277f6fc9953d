"""Whole games under Hypothesis, against a second telling of the rules that reads views alone."""

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

from games.api import IllegalAct
from games.record import play
from games.spades.legality import BIDS
from tests.games.spades.table import ENGINE

LENGTHS = [{"target": 200}, {"target": 300}, {"target": 500}, *({"hands": n} for n in range(1, 21))]
RANKS = "23456789TJQKA"


def legal_cards(view: dict[str, Any]) -> list[str]:
    """Follow suit; spades are led once one lies in this hand, or by who has nothing else."""
    hand, laid = view["hand"], view["trick"]["cards"]
    if laid:
        return [card for card in hand if card[1] == laid[0]["card"][1]] or hand
    seen = [card["card"] for trick in view["tricks"] for card in trick["cards"]]
    if any(card.endswith("S") for card in seen):
        return list(hand)
    return [card for card in hand if card[1] != "S"] or hand


def trick_winner(cards: list[dict[str, Any]]) -> int:
    led = cards[0]["card"][1]

    def strength(laid: dict[str, Any]) -> tuple[int, int]:
        rank, suit = laid["card"]
        return (2 if suit == "S" else 1 if suit == led else 0), RANKS.index(rank)

    return int(max(cards, key=strength)["seat"])


def hand_points(bids: list[int], taken: list[int], bags: int) -> tuple[int, int]:
    """Points of a side and its bags after; `bids` and `taken` are the two partners'."""
    contract, tricks = sum(bids), sum(taken)
    nils = sum((100 if won == 0 else -100) for bid, won in zip(bids, taken, strict=True) if bid == 0)
    if tricks < contract:
        return nils - 10 * contract, bags
    bags += tricks - contract
    return nils + 10 * contract + (tricks - contract) - 100 * (bags // 10), bags % 10


class WholeGames(RuleBasedStateMachine):
    """One game, acted on legally and illegally, its log and its score kept beside it."""

    @initialize(length=st.sampled_from(LENGTHS))
    def sit_down(self, length: dict[str, int]) -> None:
        self.options = ENGINE.normalise({"length": length}, 4)
        self.state = ENGINE.new(self.options, 4)
        self.log: list[dict[str, Any]] = []
        self.totals, self.bags = [0, 0], [0, 0]

    def act(self, seat: int, text: str) -> None:
        self.state = ENGINE.act(self.state, seat, text)
        self.log.append({"seat": seat, "act": text})

    def phase(self) -> str:
        return str(ENGINE.view(self.state, None)["phase"])

    @precondition(lambda self: ENGINE.chance(self.state) is not None)
    @rule(rng=st.randoms(use_true_random=False))
    def deal(self, rng: Any) -> None:
        chance = ENGINE.chance(self.state)
        assert chance is not None
        event = chance.event(rng.sample(chance.items, len(chance.items)))
        self.state = ENGINE.resolve(self.state, event)
        self.log.append(event)

    @precondition(lambda self: self.phase() == "bidding")
    @rule(bids=st.lists(st.sampled_from((*BIDS[:6], *BIDS)), min_size=4, max_size=4))
    def bid(self, bids: list[str]) -> None:
        for text in bids:
            if self.phase() == "bidding":
                self.act(min(ENGINE.due(self.state)), f"bid {text}")

    @precondition(lambda self: self.phase() == "playing")
    @rule(rng=st.randoms(use_true_random=False), cards=st.integers(1, 60))
    def play_on(self, rng: Any, cards: int) -> None:
        """Several cards at once, so that games get far within a run."""
        for _ in range(cards):
            if self.phase() != "playing":
                return
            (seat,) = ENGINE.due(self.state)
            view = dict(ENGINE.view(self.state, seat))
            allowed = legal_cards(view)
            assert view["legal"]["acts"] == [f"play {card}" for card in allowed]
            assert set(view["why"]) == set(view["hand"]) - set(allowed)
            self.act(seat, f"play {rng.choice(allowed)}")
            if self.phase() != "playing":
                self.count()

    def count(self) -> None:
        """The hand that has just ended, by the second telling."""
        view = ENGINE.view(self.state, None)
        for side in (0, 1):
            bids, taken = view["bids"][side::2], view["taken"][side::2]
            points, self.bags[side] = hand_points(bids, taken, self.bags[side])
            self.totals[side] += points
        (unit, count), done = next(iter(self.options["length"].items())), len(view["hands"])
        reached = max(self.totals) >= count or min(self.totals) <= -200
        assert (view["phase"] == "over") == (done == count if unit == "hands" else reached)

    @precondition(lambda self: self.phase() in ("bidding", "playing"))
    @rule(seat=st.integers(0, 3), text=st.sampled_from(["bid 5", "play 5H", "bid nil", "play AS", "pass 2C"]))
    def try_anything(self, seat: int, text: str) -> None:
        if text in ENGINE.legal(self.state, seat).acts:
            return
        before = ENGINE.dump(self.state)
        with pytest.raises(IllegalAct):
            ENGINE.act(self.state, seat, text)
        assert ENGINE.dump(self.state) == before

    @precondition(lambda self: bool(self.log))
    @rule()
    def replay_the_log(self) -> None:
        assert play(ENGINE, self.options, 4, self.log) == self.state

    @invariant()
    def holds(self) -> None:
        ENGINE.check(self.state)
        view = ENGINE.view(self.state, None)
        assert view["hand"] == []
        assert (view["totals"], view["bags"]) == (self.totals, self.bags)
        winners = [trick["winner"] for trick in view["tricks"]]
        assert winners == [trick_winner(trick["cards"]) for trick in view["tricks"]]
        assert view["taken"] == [winners.count(seat) for seat in range(4)]


def test_whole_games() -> None:
    run_state_machine_as_test(
        WholeGames,
        settings=settings(
            max_examples=60,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
