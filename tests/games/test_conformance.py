"""What every game owes to the floors above it, over every game, rule set and number of players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from positions import ALL_TABLES, short_options, steps

from games.api import BadOptions, Engine, IllegalAct
from games.record import apply, document, parse, play, replay
from games.registry import all_games, game
from ladder.points import points_of

QUICK_BUDGET = 50
"""A search so short that many decisions can be looked at."""
pytestmark = pytest.mark.parametrize(("engine", "rule_set", "seats"), ALL_TABLES)


def sampled(engine: Engine, rule_set: str, seats: int, seed: int, every: int = 7) -> Iterator[Any]:
    """Every so many states of a random game."""
    options = short_options(engine, rule_set, seats)
    for number, (state, _) in enumerate(steps(engine, options, seats, Random(seed))):
        if number % every == 0 or engine.result(state) is not None:
            yield state


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_within_max_acts(engine: Engine, rule_set: str, seats: int, seed: int) -> None:
    options = short_options(engine, rule_set, seats)
    acts = sum("act" in (event or {}) for _, event in steps(engine, options, seats, Random(seed)))
    assert 0 < acts <= engine.max_acts(options, seats)


def test_those_due_have_acts_and_nobody_else(engine: Engine, rule_set: str, seats: int) -> None:
    for state in sampled(engine, rule_set, seats, 1):
        waiting = engine.chance(state) is not None or engine.result(state) is not None
        assert bool(engine.due(state)) is not waiting
        for seat in range(seats):
            legal = engine.legal(state, seat)
            assert bool(legal.acts or legal.choose) >= (seat in engine.due(state))
            assert seat in engine.due(state) or not legal.acts


def test_every_legal_act_is_accepted_and_gives_the_same_state_twice(
    engine: Engine, rule_set: str, seats: int
) -> None:
    for state in sampled(engine, rule_set, seats, 2, every=11):
        for seat in engine.due(state):
            for act in engine.legal(state, seat).acts:
                assert engine.act(state, seat, act) == engine.act(state, seat, act)


def test_illegal_acts_are_refused_with_code_rule_and_sentence(
    engine: Engine, rule_set: str, seats: int
) -> None:
    odd = ["", " ", "play", "play 2C 2C", "pass", "nonsense", "play \ud800", "play ZZ", "é" * 5000, "\0"]
    for state in sampled(engine, rule_set, seats, 3, every=13):
        before = engine.dump(state)
        for seat in (*range(seats), seats, -1):
            for act in odd:
                with pytest.raises(IllegalAct) as caught:
                    engine.act(state, seat, act)
                assert caught.value.code
                assert caught.value.rule
                assert caught.value.sentence.endswith(".")
        assert engine.dump(state) == before


def test_dump_and_load_round_trip(engine: Engine, rule_set: str, seats: int) -> None:
    for state in sampled(engine, rule_set, seats, 4):
        dumped = engine.dump(state)
        assert "v" in dumped
        assert engine.load(json.loads(json.dumps(dumped))) == state


def test_a_replayed_log_gives_the_live_state(engine: Engine, rule_set: str, seats: int) -> None:
    options = short_options(engine, rule_set, seats)
    log: list[Any] = []
    for state, event in steps(engine, options, seats, Random(5)):
        if len(log) % 9 == 0 or event is None:
            assert play(engine, options, seats, engine.recorded(log)) == state
        log.append(event)


def test_its_record_replays_to_the_same_places(engine: Engine, rule_set: str, seats: int) -> None:
    options = short_options(engine, rule_set, seats)
    states = list(steps(engine, options, seats, Random(6)))
    log = [event for _, event in states if event is not None]
    record = parse(json.loads(json.dumps(document(engine.info.slug, options, seats, log))))
    last = list(replay(record, points_of))[-1]
    result = engine.result(states[-1][0])
    assert result is not None
    assert last["over"] is True
    assert last["places"] == list(result.places)
    assert sum(len(side) for side in result.sides) == seats


def test_views_are_json_with_what_every_view_has(engine: Engine, rule_set: str, seats: int) -> None:
    for state in sampled(engine, rule_set, seats, 7):
        for viewer in (*range(seats), None):
            view = engine.view(state, viewer)
            assert json.loads(json.dumps(view)) == view
            assert {"phase", "hand_number", "due", "legal", "options"} <= view.keys()
            assert view["due"] == sorted(engine.due(state))
        assert engine.view(state, None)["legal"] is None


def test_a_view_does_not_change_when_hidden_cards_are_exchanged(
    engine: Engine, rule_set: str, seats: int
) -> None:
    exchange = game(engine.info.slug).exchange
    assert exchange is not None or not engine.info.hidden, "a game that hides offers `exchange`"
    if exchange is None:
        return
    rng, different = Random(8), 0
    for state in sampled(engine, rule_set, seats, 8, every=3):
        for viewer in (*range(seats), None):
            other = exchange(state, viewer, rng)
            different += other != state
            assert engine.view(other, viewer) == engine.view(state, viewer)
    assert different > 10


def test_the_moment_grows_by_one_at_a_time(engine: Engine, rule_set: str, seats: int) -> None:
    options = short_options(engine, rule_set, seats)
    moments = [engine.moment(state) for state, _ in steps(engine, options, seats, Random(9))]
    grown = [later - earlier for earlier, later in pairwise(moments)]
    assert moments[0] == 0 < moments[-1]
    assert set(grown) <= {0, 1}


def test_invariants_hold_throughout(engine: Engine, rule_set: str, seats: int) -> None:
    options = short_options(engine, rule_set, seats)
    for state, _ in steps(engine, options, seats, Random(10)):
        engine.check(state)
        basis = engine.leaving_basis(state, 0)
        assert sorted(seat for side in basis.sides for seat in side) == list(range(seats))
        assert len(basis.scores) == len(basis.sides)
        assert basis.hands_completed == len(engine.completed_hands(state))


def test_options_form_and_rules_in_sentences(engine: Engine, rule_set: str, seats: int) -> None:
    standing = engine.normalise({"rule_set": rule_set} if rule_set else {}, seats)
    for option in engine.options(rule_set, seats):
        assert option.label
        assert option.help.endswith(".")
        assert option.default in [choice.value for choice in option.choices]
        if option.name in standing:
            assert standing[option.name] == option.default
    sentences = engine.describe(standing, seats)
    assert sentences
    assert all(sentence.endswith(".") for sentence in sentences)


def test_unknown_options_and_numbers_of_seats_are_refused(engine: Engine, rule_set: str, seats: int) -> None:
    base = {"rule_set": rule_set} if rule_set else {}
    for raw, count in (({**base, "nonsense": True}, seats), (base, 99), (base, 0)):
        with pytest.raises(BadOptions) as caught:
            engine.normalise(raw, count)
        assert caught.value.sentence.endswith(".")


def test_computer_players_of_every_level_play_legally_and_from_their_view_alone(
    engine: Engine, rule_set: str, seats: int
) -> None:
    found, rng = game(engine.info.slug), Random(11)
    for state in sampled(engine, rule_set, seats, 11, every=5):
        for seat in engine.due(state):
            view = engine.view(state, seat)
            for level in engine.info.levels:
                budget = min(found.budgets.get(level, 0), QUICK_BUDGET)
                choice = found.bot(view, seat, level, budget)
                engine.act(state, seat, choice.act)
                assert engine.info.reasons[choice.reason.code].format(**choice.reason.data)
                if found.exchange is not None:
                    other = engine.view(found.exchange(state, seat, rng), seat)
                    assert found.bot(other, seat, level, budget) == choice


def test_an_event_of_no_shape_is_refused(engine: Engine, rule_set: str, seats: int) -> None:
    state = engine.new(short_options(engine, rule_set, seats), seats)
    for event in (
        None,
        [],
        "play 2C",
        {},
        {"seat": 0},
        {"seat": True, "act": "x"},
        {"chance": "x", "act": "y"},
    ):
        with pytest.raises(IllegalAct):
            apply(engine, state, event)  # type: ignore[arg-type]


def test_the_registry_finds_it(engine: Engine, rule_set: str, seats: int) -> None:
    assert engine in [found.engine for found in all_games()]
    assert rule_set in [known.slug for known in engine.info.rule_sets]
