"""Computer players against each other: how strong and how quick they are.

Deals come from the seed by `games.chance`, so the same seed gives the same games. A *unit* is one deal:
played once, or mirrored once in every rotation of the players. Intervals are computed over units, since the
hands of one deal are not independent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import Any

from games.api import BadOptions, Chance, Event, Game, Json, Legal, Seat
from games.chance import commitment, context_of, order
from games.record import document
from games.registry import game

RANDOM = "random"
Z_95 = 1.96
Clock = Callable[[], float]
"""Seconds, handed in: games read no clock of their own."""
Keep = Callable[[str, dict[str, Json]], None]
"""What is done with the name and record of a game that was played."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What is to be played. `players` are levels as text, or "random"; one a seat."""

    slug: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    hands: int
    seed: str
    mirror: bool = False
    budget: int | None = None
    """Search budget a decision; None is each level's full budget."""

    @property
    def game(self) -> Game:
        return game(self.slug)


@dataclass(kw_only=True)
class Tally:
    """What one entry of `players` did."""

    points: list[float] = field(default_factory=list)
    """Mean points a hand, one number a unit."""
    seconds: list[float] = field(default_factory=list)
    """Time of each decision."""


@dataclass(kw_only=True)
class Table:
    """One running game: `players` by seat are indexes into `Setup.players`."""

    number: int
    players: tuple[int, ...]
    state: Any
    rng: Random
    log: list[Event] = field(default_factory=list)
    fairness: list[dict[str, Json]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Report:
    """The outcome of a run."""

    players: tuple[str, ...]
    hands: int
    seconds: float
    tallies: tuple[Tally, ...]

    def as_json(self) -> dict[str, Json]:
        """The last line of `selfplay --json` (spec: records)."""
        rows = [_row(name, tally) for name, tally in zip(self.players, self.tallies, strict=True)]
        return {"hands": self.hands, "hands_per_s": round(self.hands / self.seconds, 1), "players": rows}

    def lines(self) -> Iterator[str]:
        """The same in words."""
        for seat, (row, tally) in enumerate(zip(self.as_json()["players"], self.tallies, strict=True)):
            rate = len(tally.seconds) / max(sum(tally.seconds), 1e-9)
            yield (
                f"{seat} {row['player']}: {row['mean_points']:.3f} ± {row['ci95']:.3f} points a hand, "
                f"{rate:.0f} decisions a second"
            )
        yield f"{self.hands} hands, {self.hands / self.seconds:.1f} a second"


def setup(
    slug: str,
    options: Mapping[str, Any],
    players: Sequence[str],
    *,
    hands: int,
    seed: str,
    mirror: bool = False,
    budget: int | None = None,
) -> Setup:
    """A checked set-up. Raises UnknownGame or BadOptions."""
    found = game(slug)
    levels = {str(level) for level in found.engine.info.levels}
    for player in players:
        if player not in levels | {RANDOM}:
            known = ", ".join(sorted(levels))
            raise BadOptions("players", f"A player is a level ({known}) or “random”, not {player!a}.")
    if hands < 1:
        raise BadOptions("hands", "At least one hand is played.")
    return Setup(
        slug=slug,
        options=found.engine.normalise(options, len(players)),
        players=tuple(players),
        hands=hands,
        seed=seed,
        mirror=mirror,
        budget=budget,
    )


def run(setup: Setup, clock: Clock, keep: Keep = lambda name, record: None) -> Report:
    """Play until the number of hands is reached; `keep` gets the name and record of every game.

    Mirrored games of one number go on hand by hand together and end together, so that each deal is played in
    every rotation; the hands then are the next multiple of the number of seats.
    """
    seats = len(setup.players)
    tallies = tuple(Tally() for _ in setup.players)
    rotations = range(seats) if setup.mirror else range(1)
    began, hands, number = clock(), 0, 0
    while hands < setup.hands:
        number += 1
        tables = [_new_table(setup, number, rotation) for rotation in rotations]
        while hands < setup.hands and all(_is_on(setup, table) for table in tables):
            scores = [_play_hand(setup, table, tallies, clock) for table in tables]
            _count(tables, scores, tallies)
            hands += len(tables)
        for table in tables:
            keep(f"{setup.slug}-{table.number}-{table.players[0]}.json", _record(setup, table))
    return Report(players=setup.players, hands=hands, seconds=clock() - began, tallies=tallies)


def random_act(legal: Legal, rng: Random) -> str:
    """Any legal act, each as likely as the next."""
    if legal.choose:
        return " ".join([legal.verb, *rng.sample(legal.of, legal.choose)])
    return rng.choice(legal.acts)


def _new_table(setup: Setup, number: int, rotation: int) -> Table:
    seats = len(setup.players)
    return Table(
        number=number,
        players=tuple((seat + rotation) % seats for seat in range(seats)),
        state=setup.game.engine.new(setup.options, seats),
        rng=Random(f"{setup.seed}/{number}/{rotation}"),  # noqa: S311 - play, not secrets
    )


def _is_on(setup: Setup, table: Table) -> bool:
    return setup.game.engine.result(table.state) is None


def _play_hand(setup: Setup, table: Table, tallies: Sequence[Tally], clock: Clock) -> tuple[int, ...]:
    """Play one hand to its end (in games without hands: the game); points by seat."""
    engine = setup.game.engine
    before = len(engine.completed_hands(table.state))
    while _is_on(setup, table) and len(engine.completed_hands(table.state)) == before:
        chance = engine.chance(table.state)
        if chance is not None:
            event = _deal(setup, table, chance)
            table.state = engine.resolve(table.state, event)
            table.log.append(event)
            continue
        for seat in sorted(engine.due(table.state)):
            _decide(setup, table, seat, tallies[table.players[seat]], clock)
    hands, result = engine.completed_hands(table.state), engine.result(table.state)
    if not engine.info.hands and result is not None:
        return _of_places(result.places)
    return _by_seat(engine.leaving_basis(table.state, 0).sides, hands[-1].points if hands else ())


def _of_places(places: Sequence[int]) -> tuple[int, ...]:
    """What a game without hands is worth: +1 for each seat behind, −1 for each ahead."""
    return tuple(sum((other > own) - (other < own) for other in places) for own in places)


def _by_seat(sides: Sequence[Sequence[Seat]], points: Sequence[int]) -> tuple[int, ...]:
    """Points by seat from points by side; 0 each where there are none."""
    seats = sum(len(side) for side in sides)
    own = {seat: value for side, value in zip(sides, points, strict=False) for seat in side}
    return tuple(own.get(seat, 0) for seat in range(seats))


def _decide(setup: Setup, table: Table, seat: Seat, tally: Tally, clock: Clock) -> None:
    engine, player = setup.game.engine, setup.players[table.players[seat]]
    if player == RANDOM:
        began = clock()
        act = random_act(engine.legal(table.state, seat), table.rng)
    else:
        level = int(player)
        budget = setup.game.budgets.get(level, 0) if setup.budget is None else setup.budget
        view = engine.view(table.state, seat)
        began = clock()
        act = setup.game.bot(view, seat, level, budget).act
    tally.seconds.append(clock() - began)
    table.state = engine.act(table.state, seat, act)
    table.log.append({"seat": seat, "act": act})


def _deal(setup: Setup, table: Table, chance: Chance) -> Event:
    hand = len(table.fairness) + 1
    context = context_of("selfplay", table.number, hand)
    seed = hashlib.sha256(f"selfplay seed {setup.seed} {context}".encode()).digest()
    entry = {
        "hand": hand,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "nonces": {},
        "context": context,
    }
    table.fairness.append(entry)
    return chance.event(order(chance.items, seed, {}, context))


def _count(tables: Sequence[Table], scores: Sequence[tuple[int, ...]], tallies: Sequence[Tally]) -> None:
    for player, tally in enumerate(tallies):
        own = [points[table.players.index(player)] for table, points in zip(tables, scores, strict=True)]
        tally.points.append(fmean(own))


def _record(setup: Setup, table: Table) -> dict[str, Json]:
    names = [setup.players[player] for player in table.players]
    return document(
        setup.slug, setup.options, len(setup.players), table.log, names=names, fairness=table.fairness
    )


def _row(name: str, tally: Tally) -> dict[str, Json]:
    times = sorted(tally.seconds)
    spread = stdev(tally.points) if len(tally.points) > 1 else 0.0
    return {
        "player": name,
        "mean_points": round(fmean(tally.points), 4),
        "ci95": round(Z_95 * spread / sqrt(len(tally.points)), 4),
        "decisions": len(times),
        "ms_median": round(1000 * median(times), 4) if times else 0.0,
        "ms_p95": round(1000 * times[int(0.95 * (len(times) - 1))], 4) if times else 0.0,
    }
