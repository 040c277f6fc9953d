"""Level 3 of Black Lady: deals that may lie so, playouts by the rules, and positions that need looking ahead."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from positions import ENGINE, TABLES, dealt, rules, short_options, steps

from games.api import Seat
from games.black_lady.bot import choose
from games.black_lady.play import with_moon
from games.black_lady.playout import play_out
from games.black_lady.search import Worth, cards_to_try
from games.black_lady.state import Hand, Phase, State
from games.black_lady.worlds import known
from games.cards import CARDS, NAMES, bits
from games.registry import game
from games.selfplay import Tally, run, setup
from games.tricks import Trick

WHOLE = os.environ.get("STRENGTH") == "whole"
QUICK = 100
"""Playouts a decision where a test plays many of them."""
THIRTY_MS = 400
FULL = game("black-lady").budgets[3]
ARRANGED = {
    "announce_queen": True,
    "queen_at_first_chance": True,
    "penalty_free_tricks": 2,
    "hearts_must_be_broken": True,
}


def positions(rule_set: str, seats: int, **options: object) -> Iterator[tuple[State, Seat, Random]]:
    """Every position of a random game in which somebody plays or passes."""
    rng = Random(f"{rule_set} {seats}")
    chosen = {**short_options(ENGINE, rule_set, seats), **options}
    for state, _ in steps(ENGINE, ENGINE.normalise(chosen, seats), seats, rng):
        for seat in sorted(ENGINE.due(state))[:1]:
            yield state, seat, rng


@pytest.mark.parametrize("options", [{}, ARRANGED], ids=["plain", "arranged"])
@pytest.mark.parametrize(("rule_set", "seats"), TABLES)
def test_how_the_cards_really_lie_is_never_ruled_out(
    rule_set: str, seats: int, options: dict[str, object]
) -> None:
    for state, seat, rng in positions(rule_set, seats, **options):
        assert state.hand is not None
        seen = known(ENGINE.view(state, seat), seat, state.rules)
        truth = state.hand.cards
        assert seen.held[seat] == truth[seat]
        assert not any(held & ~cards for held, cards in zip(seen.held, truth, strict=True))
        assert not any(never & cards for never, cards in zip(seen.never, truth, strict=True))
        dealt_so = seen.deal(rng)
        assert [hand.bit_count() for hand in dealt_so] == [hand.bit_count() for hand in truth]
        assert sum(dealt_so) == sum(truth)


@pytest.mark.parametrize("options", [{}, ARRANGED], ids=["plain", "arranged"])
@pytest.mark.parametrize(("rule_set", "seats"), TABLES)
def test_a_playout_is_a_hand_that_the_engine_accepts(
    rule_set: str, seats: int, options: dict[str, object]
) -> None:
    for state, seat, rng in positions(rule_set, seats, **options):
        if state.hand is None or state.phase is not Phase.PLAYING:
            continue
        seen, log = known(ENGINE.view(state, seat), seat, state.rules), list[int]()
        hands = seen.deal(rng)
        taken = play_out(state.rules, seen, hands, (), rng.choice((None, *range(seats))), log)
        world = replace(state, hand=replace(state.hand, cards=tuple(hands)))
        for card in log:
            (turn,) = ENGINE.due(world)
            world = ENGINE.act(world, turn, f"play {NAMES[card]}")
        assert world.completed[len(state.completed)].points == with_moon(state.rules, taken)


def test_cards_between_which_the_trick_has_one_are_not_equal() -> None:
    """Under it or over it is the very question."""
    state = dealt("classic", {0: "8C TC JC"}, passing=False)
    seen = replace(known(ENGINE.view(state, 0), 0, state.rules), own=bits(["8C", "TC", "JC"]))
    under_or_over = replace(seen, trick=(CARDS["9C"],), played=bits(["9C"]))
    assert cards_to_try(under_or_over, state.rules, seen.own) == [CARDS["8C"], CARDS["TC"]]
    gone = replace(seen, played=bits(["9C"]))
    assert cards_to_try(gone, state.rules, seen.own) == [CARDS["8C"]]


def played_on(state: State, level: int, budget: int = QUICK) -> tuple[int, ...]:
    """Points of the hand where seat 0 is of this level and the others are cautious."""
    while not state.completed:
        for seat in sorted(ENGINE.due(state)):
            own = level if seat == 0 else 2
            state = ENGINE.act(state, seat, choose(ENGINE.view(state, seat), seat, own, budget).act)
    return state.completed[0].points


def test_it_shoots_the_moon_with_a_hand_made_for_it() -> None:
    made = dealt(
        "portal",
        {
            0: "AS KS QS JS TS 2S AH KH QH JH TH 2H AC",
            1: "2C KC QC JC TC 9C 8C 2D 3D 4D 3H 4H 3S",
            2: "7C 6C 5D 6D 7D 8D 9D TD 5H 6H 4S 5S 6S",
        },
        passing=False,
    )
    assert played_on(made, 3) == (0, 26, 26, 26)
    assert played_on(made, 2) != (0, 26, 26, 26)


def three_cards_left() -> State:
    """Seat 1 has every point so far and leads its hearts; the queen of hearts in seat 0 is the last to stop it."""
    laid = [
        [f"{rank}{suit}" for rank in ranks]
        for suit in "CDS"
        for ranks in ("5432", "9876", "KQJT")
    ] + [["8H", "JH", "TH", "9H"]]  # fmt: skip
    tricks = tuple(
        Trick(
            leader=0,
            cards=tuple(CARDS[card] for card in cards),
            winner=1 if points else 2,
            points=points,
        )
        for cards, points in ((cards, 13 * ("QS" in cards) + 4 * ("8H" in cards)) for cards in laid)
    )
    cards = ("2H 3H QH", "AH KH 7H", "5H 6H AC", "4H AD AS")
    held = tuple(bits(hand.split()) for hand in cards)
    played = bits(card for cards in laid for card in cards)
    hand = Hand(
        cards=held, passed=(0,) * 4, first_leader=0, queen_seat=1, leader=1, trick=(), tricks=tricks,
        taken=(0, bits(["QS", "8H", "JH", "TH", "9H"]), 0, 0), played=played,
    )  # fmt: skip
    table = rules("classic", passing=False, length={"target": 100})
    made = State(rules=table, phase=Phase.PLAYING, hand_number=1, hand=hand, completed=(), target=100)
    for act in ("play AH", "play 5H", "play 4H"):
        (seat,) = ENGINE.due(made)
        made = ENGINE.act(made, seat, act)
    return made


def test_it_keeps_the_one_card_that_stops_a_moon() -> None:
    made = three_cards_left()
    assert choose(ENGINE.view(made, 0), 0, 2, 0).act == "play QH"
    assert choose(ENGINE.view(made, 0), 0, 3, QUICK).act == "play 2H"


@pytest.mark.parametrize(
    ("length", "totals", "better", "worse"),
    [
        (
            {"target": 50},
            (40, 30, 49, 45),
            (8, 13, 0, 5),
            (10, 14, 1, 1),
        ),  # the game goes on, else one is last but two
        (
            {"hands": 1},
            (0, 0, 0, 0),
            (5, 6, 7, 8),
            (0, 0, 13, 13),
        ),  # alone in front, however many points it takes
        ({"hands": 1}, (0, 0, 0, 0), (12, 1, 0, 13), (13, 0, 12, 1)),  # anything but last
        ({"hands": 9}, (0, 0, 0, 0), (0, 20, 3, 3), (1, 9, 8, 8)),  # points, while the end is far
    ],
)
def test_the_score_of_the_match_counts_where_the_hand_may_end_it(
    length: dict[str, int], totals: tuple[int, ...], better: tuple[int, ...], worse: tuple[int, ...]
) -> None:
    table = rules("classic", length=length)
    worth = Worth({"totals": totals, "hand_number": 1}, 0, table)
    assert worth(better) > worth(worse)


def test_the_same_view_and_budget_give_the_same_choice() -> None:
    for number, (state, seat, _) in enumerate(positions("portal", 4)):
        view = ENGINE.view(state, seat)
        if number % 7 == 0:
            assert choose(view, seat, 3, QUICK) == choose(view, seat, 3, QUICK)


def test_what_it_says_about_its_passing_is_that_it_tried() -> None:
    view = ENGINE.view(dealt("portal", {}), 0)
    assert choose(view, 0, 3, QUICK).reason.code == "pass-tried"
    assert choose(view, 0, 2, QUICK).reason.code == "pass"


@pytest.mark.parametrize(("rule_set", "seats"), TABLES if WHOLE else [("dutch", 4)])
def test_strength_level_3_is_clearly_ahead_of_level_2(rule_set: str, seats: int) -> None:
    budget = THIRTY_MS if WHOLE else 60
    own, *others = _played(rule_set, ["3", *["2"] * (seats - 1)], 240, budget)
    theirs = [sum(points) / len(points) for points in zip(*(other.points for other in others), strict=True)]
    ahead = Tally(points=[their - mine for mine, their in zip(own.points, theirs, strict=True)])
    print(f"{rule_set} {seats}: level 3 is ahead by {_mean(ahead.points):.2f} points a hand")
    assert _mean(ahead.points) > 2 * _error(ahead.points)


@pytest.mark.skipif(not WHOLE, reason="measures time: `make strength`")
def test_strength_a_choice_at_the_full_budget_is_quick() -> None:
    tally, *_ = _played("classic", ["3", "2", "2", "2"], 200, FULL)
    seconds = sorted(tally.seconds)
    median, p95 = (seconds[int(part * len(seconds))] for part in (0.5, 0.95))
    print(f"level 3, {FULL} playouts: median {median:.3f} s, 95th percentile {p95:.3f} s")
    assert median <= 0.3
    assert p95 <= 1


def _played(rule_set: str, players: list[str], hands: int, budget: int) -> tuple[Tally, ...]:
    chosen = setup(
        "black-lady", {"rule_set": rule_set}, players, hands=hands, seed="7", mirror=True, budget=budget
    )
    return run(chosen, time.perf_counter).tallies


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _error(values: list[float]) -> float:
    """The standard error of their mean."""
    mean = _mean(values)
    return (sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)) ** 0.5
