"""Whatever is asked of a table, in whatever order: it is refused or done, and the table never stands still."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from portal.tables import commands as c
from portal.tables import documents
from portal.tables.lifecycle import Due, SeatKind, Status
from portal.tables.snapshot import Change, Refusal, Snapshot
from portal.tables.views_of import document
from portal.tables.wire import encode
from tests.portal.tables.decide.at_rest import Game, player

STEPS = 1_000


def anything(g: Game, rng: Random) -> c.Command:
    """Some command, sensible or not, of some seat."""
    seat, other = rng.randrange(4), rng.randrange(4)
    table, turn = g.table, g.table.seats[seat].turn - rng.choice((0, 0, 0, 1))
    guest = c.Player(user_id=None, guest_key=f"g{other}", name=f"Guest {other}")
    held = list(table.deadlines) or [(0, Due.MOVE)]
    where, kind = rng.choice(held)
    made: list[c.Command] = [
        c.Sit(player=rng.choice((player(seat), guest)), seat=rng.choice((None, other))),
        c.Fill(seat=seat, into=rng.choice((None, other))),
        c.Start(seat=seat),
        c.Nonce(seat=seat, hand=rng.choice((1, 2, 3)), nonce="ab" * 16),
        c.Continue(seat=seat, hand=rng.choice((1, 2))),
        c.Presence(seat=seat, absent_since=rng.choice((None, g.now))),
        c.Undo(seat=seat),
        c.AnswerUndo(seat=seat, agree=rng.random() < 0.7),
        c.Rematch(seat=seat),
        c.Expire(seat=where, kind=kind, turn=table.deadlines[where, kind].turn if table.deadlines else 0),
        c.Ask(seat=seat),
        c.Here(seat=seat),
        c.Replace(seat=seat, absent=other),
        c.Return(seat=seat),
        c.Rejoin(seat=seat, guest_key=f"new{other}"),
    ]
    if rng.random() < 0.03:
        made += [c.Leave(seat=seat, confirm=rng.choice((None, -1))), c.Stand(seat=seat), c.Restart(seat=seat)]
    if table.state is not None and table.due() and rng.random() < 0.8:
        mover = rng.choice(sorted(table.due()))
        return g.act(mover)
    if table.state is not None and rng.random() < 0.2:
        return c.Act(seat=seat, turn=turn, act=rng.choice(("take-back", "play 2C", "pass 2C 3C 4C")))
    return rng.choice(made)


def belongs_to(table: Snapshot, command: c.Command) -> bool:
    """The socket of a seat speaks only for the human in it; the clock and the lobby for anybody."""
    if isinstance(command, c.Sit | c.Expire | c.Return | c.Rejoin):
        return True
    seat = getattr(command, "seat", 0)
    return table.seats[seat].is_human or isinstance(command, c.Act)


def check(g: Game) -> None:
    table = g.table
    kept = json.loads(encode(documents.dump(table)))
    loaded = documents.load(kept, table.engine)
    for name, value in loaded.items():
        assert value == getattr(table, name), name
    for seat, play in zip(table.seats, kept["play"], strict=True):
        assert all(getattr(seat, name) == value for name, value in documents.load_seat(play).items())
    assert {f.name for f in fields(table)} >= loaded.keys()
    humans = table.humans()
    assert table.host in humans if humans else table.host is None or table.status is Status.CLOSED
    for viewer in (*sorted(humans), None):
        encode(document(table, viewer, g.now))
    if table.state is not None:
        table.engine.check(table.state)
    if table.status is Status.CLOSED:
        assert table.deadlines == {}
    else:
        assert humans, "computers do not play among themselves"
    if table.status is Status.RUNNING:
        check_goes_on(table)


def check_goes_on(table: Snapshot) -> None:
    """Something or somebody is always waited for, and the clock knows it."""
    kinds = set(table.deadlines)
    assert (table.window is not None) == ((-1, Due.WINDOW) in kinds)
    if table.dealing and not table.dealing.waited:
        assert (-1, Due.DEAL) in kinds
    assert table.window or table.due() or (table.dealing and not table.dealing.waited), (
        "the table stands still"
    )
    for number in table.due():
        computer = table.seats[number].kind is SeatKind.COMPUTER
        assert not computer or (number, Due.BOT) in kinds
        assert computer or not table.setup.scored or (number, Due.MOVE) in kinds


@pytest.mark.parametrize("scored", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_never_stands_still(seed: int, scored: bool) -> None:
    rng = Random(f"{seed}-{scored}")
    seen: set[Any] = set()
    g = Game(rng.randrange(1, 5), scored=scored, length={"hands": 2}, seed=seed, public=bool(seed % 2))
    for _ in range(STEPS):
        if g.table.status is Status.CLOSED:
            g = Game(rng.randrange(1, 5), scored=scored, length={"hands": 2}, seed=rng.randrange(10**6))
        g.later(rng.choice((0, 0, 0.2, 2, 30, 200)))
        command = anything(g, rng)
        if not belongs_to(g.table, command):
            continue
        decided = g.decided(command)
        seen.add((type(command).__name__, isinstance(decided, Change)))
        if isinstance(decided, Refusal):
            assert decided.code
            assert decided.message
            continue
        g.do(command)
        check(g)
    assert len(seen) > 20
