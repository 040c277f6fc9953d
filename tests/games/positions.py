"""Positions of Black Lady from short text, and random play of any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import Engine, HandScore, IllegalAct, Seat
from games.black_lady.rules import Rules, rules_of
from games.black_lady.state import Hand, Phase, State
from games.cards import CARDS, bits, names
from games.registry import all_games, game
from games.selfplay import random_act
from games.tricks import Trick

ENGINE = game("black-lady").engine
TABLES = [
    (rule_set.slug, seats)
    for rule_set in game("black-lady").engine.info.rule_sets
    for seats in rule_set.seats
]
"""Every rule set of Black Lady with every number of players."""
ALL_TABLES = [
    pytest.param(found.engine, rule_set.slug, seats, id=f"{found.engine.info.slug}-{rule_set.slug}-{seats}")
    for found in all_games()
    for rule_set in found.engine.info.rule_sets
    for seats in rule_set.seats
]
"""Every game, rule set and number of players that the registry finds."""


def rules(rule_set: str, seats: int = 4, **options: Any) -> Rules:
    return rules_of(ENGINE.normalise({"rule_set": rule_set, **options}, seats), seats)


def new(rule_set: str, seats: int = 4, **options: Any) -> State:
    return ENGINE.new(ENGINE.normalise({"rule_set": rule_set, **options}, seats), seats)


def deal_event(state: State, fixed: Mapping[Seat, str]) -> dict[str, Any]:
    """A deal in which some seats get these cards (or so many of them) and the rest falls in order."""
    wanted = {seat: bits(text.split()) for seat, text in fixed.items()}
    rest = list(names(state.rules.deck & ~sum(wanted.values())))
    hands = []
    for seat in range(state.rules.seats):
        own = list(names(wanted.get(seat, 0)))
        short = state.rules.hand_size - len(own)
        hands.append(" ".join(own + rest[:short]))
        del rest[:short]
    return {"chance": "deal", "hands": hands}


def dealt(rule_set: str, fixed: Mapping[Seat, str], seats: int = 4, **options: Any) -> State:
    """A first hand just dealt."""
    state = new(rule_set, seats, **options)
    return ENGINE.resolve(state, deal_event(state, fixed))


def playing(
    rule_set: str,
    hand: str,
    trick: str = "",
    seats: int = 4,
    after: int = 1,
    played: str = "",
    **options: Any,
) -> State:
    """Seat 0 to play from `hand` to a running trick, after so many finished tricks; `played` lie in them."""
    on_table = tuple(CARDS[name] for name in trick.split())
    leader = -len(on_table) % seats
    done = Trick(leader=0, cards=(0,) * seats, winner=0, points=0)
    return State(
        rules=rules(rule_set, seats, **options),
        phase=Phase.PLAYING,
        hand_number=1,
        hand=Hand(
            cards=(bits(hand.split()), *(0,) * (seats - 1)),
            passed=(0,) * seats,
            first_leader=0,
            queen_seat=0,
            leader=leader,
            trick=on_table,
            tricks=(done,) * after,
            taken=(0,) * seats,
            played=bits(played.split()) | bits(trick.split()),
        ),
        completed=(),
        target=100,
    )


def after_a_hand(rule_set: str, before: tuple[int, ...], points: tuple[int, ...], **more: Any) -> State:
    """The state after a hand with these points on top of these totals; `more` as in `playing`, or `target`.

    Seat 0 plays the last card of a trick that costs nothing; earlier tricks have cost these points.
    """
    seats, target = len(before), more.pop("target", 100)
    state = playing(rule_set, "9C", "7C 8C TC JC"[: 3 * (seats - 1) - 1], seats, **more)
    hand = state.hand
    assert hand is not None
    tricks = tuple(Trick(leader=0, cards=(), winner=seat, points=own) for seat, own in enumerate(points))
    earlier = HandScore(points=before, totals=before)
    ready = replace(state, completed=(earlier,), target=target, hand=replace(hand, tricks=tricks))
    return ENGINE.act(ready, 0, "play 9C")


def legal_cards(state: State, seat: Seat = 0) -> str:
    """The cards that the seat may play, as text."""
    return " ".join(act.removeprefix("play ") for act in ENGINE.legal(state, seat).acts)


def refused(state: State, seat: Seat, act: str) -> IllegalAct:
    """The refusal of an act."""
    with pytest.raises(IllegalAct) as caught:
        ENGINE.act(state, seat, act)
    return caught.value


def pass_all(state: State, passes: Iterable[str]) -> State:
    for seat, cards in enumerate(passes):
        state = ENGINE.act(state, seat, f"pass {cards}")
    return state


def steps(
    engine: Engine, options: Mapping[str, Any], seats: int, rng: Random
) -> Iterator[tuple[Any, dict[str, Any] | None]]:
    """A whole random game: each state with the event that follows it (None at the end)."""
    state = engine.new(options, seats)
    while engine.result(state) is None:
        chance = engine.chance(state)
        if chance is not None:
            event = chance.event(rng.sample(chance.items, len(chance.items)))
            yield state, event
            state = engine.resolve(state, event)
            continue
        seat = rng.choice(sorted(engine.due(state)))
        act = random_act(engine.legal(state, seat), rng)
        yield state, {"seat": seat, "act": act}
        state = engine.act(state, seat, act)
    yield state, None


def short_options(engine: Engine, rule_set: str, seats: int, **changes: Any) -> dict[str, Any]:
    """Normalised options with the shortest length that the rule set offers."""
    raw = {"rule_set": rule_set, **changes} if rule_set else dict(changes)
    choices = [option.choices for option in engine.options(rule_set, seats) if option.name == "length"]
    if choices:
        raw["length"] = min((c.value for c in choices[0]), key=lambda length: next(iter(length.values())))
    return engine.normalise(raw, seats)
