"""Computer players of Black Lady: strength, caution, and reasons that give nothing away."""

from __future__ import annotations

from random import Random

import pytest
from positions import ENGINE, TABLES, dealt, new, playing, short_options, steps

from games.black_lady.bot import choose
from games.black_lady.reasons import reason_for
from games.black_lady.state import State
from games.selfplay import run, setup

HANDS = 240


class Steps:
    """A clock that moves on by one at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def mean_points(rule_set: str, players: list[str], hands: int = HANDS) -> tuple[float, float, float]:
    """Mean points a hand of the first player with the half-width of its interval, and of the second."""
    report = run(
        setup("black-lady", {"rule_set": rule_set}, players, hands=hands, seed="7", mirror=True), Steps()
    )
    first, second = report.as_json()["players"][:2]
    return first["mean_points"], first["ci95"], second["mean_points"]


@pytest.mark.parametrize(("rule_set", "seats"), TABLES)
def test_level_2_is_clearly_ahead_of_level_1(rule_set: str, seats: int) -> None:
    own, interval, theirs = mean_points(rule_set, ["2", *["1"] * (seats - 1)])
    assert own + 2 * interval < theirs


@pytest.mark.parametrize(("rule_set", "seats"), [table for table in TABLES if table[0] != "dutch"])
def test_level_1_is_ahead_of_random(rule_set: str, seats: int) -> None:
    own, interval, theirs = mean_points(rule_set, ["1", *["random"] * (seats - 1)])
    assert own + interval < theirs


@pytest.mark.slow
def test_level_1_is_ahead_of_random_in_dutch() -> None:
    own, interval, theirs = mean_points("dutch", ["1", "random", "random", "random"], hands=4000)
    assert own + interval < theirs


def choice(state: State, level: int = 2) -> str:
    return choose(ENGINE.view(state, 0), 0, level, 0).act


def test_passing_keeps_low_spades_and_gives_the_dangerous_cards() -> None:
    state = dealt("portal", {0: "QS KS 2S 3S 4C 5C 6C 7C 4D 5D 6D AH 8H"})
    assert choice(state) == "pass AH QS KS"


def test_passing_keeps_the_queen_where_small_spades_guard_her() -> None:
    state = dealt("portal", {0: "QS 2S 3S 4S 5S 6C 7C 4D 5D 6D AH KH AD"})
    assert choice(state) == "pass AD KH AH"


def test_it_never_leads_a_high_spade_while_the_queen_is_out() -> None:
    assert choice(playing("classic", "KS AS 9D", after=1)) == "play 9D"


def test_it_never_leads_a_high_heart_while_another_lead_is_there() -> None:
    assert choice(playing("classic", "9H AD", after=1, played="2H")) == "play AD"


def test_it_ducks_under_the_highest_card_with_its_highest() -> None:
    assert choice(playing("portal", "2C 9C JC AC", trick="QC 3H")) == "play JC"


def test_it_takes_a_safe_trick_with_its_highest() -> None:
    assert choice(playing("portal", "2C 9C AC", trick="4C QC 3C")) == "play AC"


def test_it_throws_the_queen_first_then_high_hearts() -> None:
    assert choice(playing("portal", "AD QS AH", trick="4C")) == "play QS"
    assert choice(playing("portal", "AD 3S AH", trick="4C")) == "play AH"


def test_it_puts_the_queen_under_a_higher_spade() -> None:
    assert choice(playing("portal", "2S QS", trick="KS")) == "play QS"


def test_level_1_keeps_out_of_a_trick_with_points_when_it_can() -> None:
    for seed in range(20):
        state = playing("portal", "2C 9C KC AC", trick="TC 3H", after=seed % 10)
        assert choice(state, level=1) in ("play 2C", "play 9C")


@pytest.mark.parametrize(("rule_set", "seats"), TABLES)
@pytest.mark.parametrize("level", [1, 2])
def test_reasons_say_only_what_everybody_sees(rule_set: str, seats: int, level: int) -> None:
    """The reason for an act is the same when it is worked out from what a spectator sees."""
    options, seen = short_options(ENGINE, rule_set, seats), set()
    for seed in range(3):
        for state, event in steps(ENGINE, options, seats, Random(seed)):
            if event is None or "act" not in event:
                continue
            made = choose(ENGINE.view(state, event["seat"]), event["seat"], level, 0)
            assert made.reason == reason_for(ENGINE.view(state, None), made.act)
            sentence = ENGINE.info.reasons[made.reason.code].format(**made.reason.data)
            assert sentence.endswith(".")
            seen.add(made.reason.code)
    assert len(seen) >= 7


def test_the_same_view_gives_the_same_choice_whatever_the_budget() -> None:
    for state, event in steps(ENGINE, new("portal").rules.given, 4, Random(1)):
        if event is not None and "act" in event:
            view = ENGINE.view(state, event["seat"])
            assert choose(view, event["seat"], 1, 0) == choose(view, event["seat"], 1, 1000)
