"""Who plays while the monkey is about: tables made one after the other, each with players of some habit."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from psycopg import Error
from redis.exceptions import RedisError

from portal.tables import commands as c
from portal.tables import lobby
from portal.tables.play import submit
from tests.load.habits import Habit, Regular
from tests.load.robots import Account

T = TypeVar("T")
SCORED = (*Habit,)
TEST = tuple(habit for habit in Habit if habit not in (Habit.SILENT, Habit.VANISHES))
"""A test game has no clock: who falls silent there would keep the others for ever."""
STEADY_SHARE = 0.45
SCORED_SHARE = 0.7
UNFAITHFUL = 0.04
"""So often somebody sits down who still plays elsewhere: the new game leaves the old one."""


@dataclass
class Booked:
    """A table as the crowd knows it: what the auditor holds against the portal's books."""

    table_id: int
    code: str
    scored: bool
    people: dict[int, Account]
    """By seat."""
    robots: list[Regular] = field(default_factory=list)


@dataclass
class Crowd:
    """Keeps `tables` tables busy until told to stop; `rng` decides who plays what, and how."""

    address: str
    accounts: list[Account]
    rng: random.Random
    book: list[Booked] = field(default_factory=list)
    _playing: set[int] = field(default_factory=set)
    _is_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, tables: int) -> None:
        """Comes back when every table has ended that was begun before `stop`."""
        await asyncio.gather(*(self._one_after_the_other(n) for n in range(tables)))

    def stop(self) -> None:
        """No new tables."""
        self._is_over.set()

    async def _one_after_the_other(self, number: int) -> None:
        rng = random.Random(f"{self.rng.random()} {number}")
        while not self._is_over.is_set():
            booked = await self._set_up(rng)
            await asyncio.gather(*(robot.play() for robot in booked.robots))
            self._playing -= {account.user_id for account in booked.people.values()}

    async def _set_up(self, rng: random.Random) -> Booked:
        scored = rng.random() < SCORED_SHARE
        people = self._players(rng, rng.choice((1, 1, 2, 3, 4)))
        options = {"rule_set": "portal", "length": {"hands": rng.choice((1, 1, 1, 2))}}
        wish = lobby.Wish(
            game="black-lady", seats=4, options=options, scored=scored, move_time_s=30 if scored else 0,
            level=rng.choice((1, 2, 3)), public=rng.random() < 0.5, undo=len(people) == 1,
        )  # fmt: skip
        players = [c.Player(user_id=one.user_id, guest_key="", name=one.name) for one in people]
        table_id, code = await surely(lambda: lobby.make_table(wish, players[0]))
        for player in players[1:]:
            await surely(lambda player=player: submit(table_id, c.Sit(player=player)))  # type: ignore[misc]
        booked = Booked(table_id, code, scored, dict(enumerate(people)))
        booked.robots = [self._robot(code, one, scored, rng) for one in people]
        self.book.append(booked)
        return booked

    def _players(self, rng: random.Random, count: int) -> list[Account]:
        free = [one for one in self.accounts if one.user_id not in self._playing]
        chosen = rng.sample(self.accounts if rng.random() < UNFAITHFUL else free, count)
        self._playing |= {one.user_id for one in chosen}
        return chosen

    def _robot(self, code: str, account: Account, scored: bool, rng: random.Random) -> Regular:
        unsteady = rng.choice(SCORED if scored else TEST)
        return Regular(
            address=self.address,
            code=code,
            account=account,
            think_s=rng.choice((0.02, 0.1, 0.3)),
            rng=random.Random(rng.random()),
            habit=Habit.STEADY if rng.random() < STEADY_SHARE else unsteady,
            after_acts=rng.randrange(1, 12),
        )


async def surely(call: Callable[[], Awaitable[T]]) -> T:
    """Makes the call until the portal's services take it; made twice, it must have the effect of one."""
    while True:
        try:
            return await call()
        except (Error, RedisError, OSError):
            await asyncio.sleep(0.5)
