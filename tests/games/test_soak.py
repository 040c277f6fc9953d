"""Many whole games of random and computer players, every rule set and number of players.

`make rules-soak` plays 500 of each (`SOAK_GAMES`); without it a few are played, checked in the same way.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from positions import ALL_TABLES, steps

from games.api import BadOptions, Engine, Json, Options
from games.record import document, parse, replay
from games.registry import game
from ladder.points import points_of

SHORT = 10
GAMES = int(os.environ.get("SOAK_GAMES", SHORT))


def any_options(engine: Engine, rule_set: str, seats: int, rng: Random) -> Options:
    """The rule set with any changes that can be played; mostly few, and mostly short games."""
    raw: dict[str, Json] = {"rule_set": rule_set} if rule_set else {}
    for option in engine.options(rule_set, seats):
        if not option.unavailable and (option.name == "length" or rng.random() < 0.4):
            raw[option.name] = rng.choice(option.choices).value
    while True:
        try:
            return engine.normalise(raw, seats)
        except BadOptions as error:
            del raw[error.option]


def soak(engine: Engine, rule_set: str, seats: int, games: int) -> Counter[str]:
    """Play the games, checking each state; how each ended."""
    endings: Counter[str] = Counter()
    for number in range(games):
        rng = Random(f"{rule_set} {seats} {number}")
        options, log, acts = any_options(engine, rule_set, seats, rng), [], 0
        for state, event in steps(engine, options, seats, rng):
            engine.check(state)
            if event is not None:
                log.append(event)
                acts += "act" in event
        result = engine.result(state)
        assert result is not None
        assert acts <= engine.max_acts(options, seats)
        last = list(replay(parse(document(engine.info.slug, options, seats, log)), points_of))[-1]
        assert last["places"] == list(result.places)
        endings[result.reason] += 1
    return endings


@pytest.mark.parametrize(("engine", "rule_set", "seats"), ALL_TABLES)
def test_soak(engine: Engine, rule_set: str, seats: int) -> None:
    assert soak(engine, rule_set, seats, GAMES).total() == GAMES


@pytest.mark.parametrize(("engine", "rule_set", "seats"), ALL_TABLES)
def test_computer_players_soak(engine: Engine, rule_set: str, seats: int) -> None:
    """Computer players of all levels play legally to the end of a whole game, or of a tenth of the soak."""
    found = game(engine.info.slug)
    for number in range(max(1, GAMES // 10)):
        rng = Random(f"computers {rule_set} {seats} {number}")
        options = any_options(engine, rule_set, seats, rng)
        levels = [rng.choice(engine.info.levels) for _ in range(seats)]
        state = engine.new(options, seats)
        while engine.result(state) is None:
            chance = engine.chance(state)
            if chance is not None:
                state = engine.resolve(state, chance.event(rng.sample(chance.items, len(chance.items))))
                continue
            seat = min(engine.due(state))
            choice = found.bot(engine.view(state, seat), seat, levels[seat], 0)
            state = engine.act(state, seat, choice.act)
        engine.check(state)
