"""A table without a database: commands go straight into `decide`, time is a number that the test moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.registry import game
from portal.tables import commands as c
from portal.tables.decide import decide
from portal.tables.lifecycle import Due, Status
from portal.tables.snapshot import Change, Refusal, SeatState, Setup, Snapshot

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
NAMES = ("Anna", "Beate", "Cemal", "Danny")


def player(seat: int) -> c.Player:
    """Who sits in this seat in these tests: an account."""
    return c.Player(user_id=seat + 101, guest_key="", name=NAMES[seat])


class Game:
    """One table, its record's events, and the hands of a clock."""

    def __init__(
        self, people: int = 4, *, length: Mapping[str, int] | None = None, seed: int = 0, **setup: Any
    ) -> None:
        options = {"rule_set": "portal", "length": dict(length or {"hands": 1})}
        asked = {"scored": True, "move_time_s": 30, "public": False, "people_only": False, **setup}
        asked = {"programs": False, "undo": not asked["scored"], "hints": not asked["scored"], **asked}
        options = game("black-lady").engine.normalise(options, 4)
        made = Setup(id=7, code="K7MX2", game="black-lady", options=options, level=1, **asked)
        self.table = Snapshot(
            setup=made, version=0, status=Status.OPEN, game_number=1, host=None, ended="",
            seats=(SeatState(),) * 4, deadlines={},
        )  # fmt: skip
        self.now = NOON
        self.log: list[Any] = []
        self.changes: list[Change] = []
        self.entropy = seed * 1_000_000
        for seat in range(people):
            self.do(c.Sit(player=player(seat)))
            self.do(c.Presence(seat=seat, absent_since=None))

    def decided(self, command: c.Command) -> Change | Refusal:
        self.entropy += 1
        if isinstance(command, c.Undo | c.AnswerUndo):
            command = replace(command, log=tuple(self.log))
        return decide(self.table, command, self.now, self.entropy.to_bytes(32, "big"))

    def do(self, command: c.Command) -> Snapshot:
        """The command is accepted, as the next version."""
        change = self.decided(command)
        assert isinstance(change, Change), (command, change.code, change.message)
        assert change.after.version == self.table.version + 1
        if change.after.game_number != self.table.game_number:
            self.log.clear()
        self.table = change.after
        self.changes.append(change)
        self.log[:] = self.log if change.undo_to is None else self.log[: change.undo_to]
        self.log += [entry.data["event"] for entry in change.log if entry.kind != "note"]
        return self.table

    def refused(self, command: c.Command) -> str:
        """The command is refused: its code. (Nothing can have changed: a refusal carries no table.)"""
        refusal = self.decided(command)
        assert isinstance(refusal, Refusal), command
        assert refusal.message.endswith((".", "?", "!"))
        return refusal.code

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def started(self) -> Game:
        self.do(c.Start(seat=min(self.table.humans())))
        self.deal()
        return self

    def deal(self) -> None:
        for seat in sorted(self.table.present()):
            if self.table.dealing:
                self.do(c.Nonce(seat=seat, hand=self.table.dealing.hand, nonce=f"{seat:032x}"))

    def legal(self, seat: int) -> str:
        legal = self.table.engine.legal(self.table.state, seat)
        return legal.acts[0] if legal.acts else " ".join((legal.verb, *legal.of[: legal.choose]))

    def act(self, seat: int, text: str | None = None) -> c.Act:
        """The act of a seat that answers its current turn."""
        return c.Act(
            seat=seat, turn=self.table.seats[seat].turn, act=self.legal(seat) if text is None else text
        )

    def play_on(self, until: Callable[[Game], bool]) -> Game:
        """First legal acts, windows continued, until it is as asked."""
        for _ in range(5_000):
            if until(self):
                return self
            if self.table.window:
                self.skip_window()
            else:
                self.do(self.act(min(self.table.due())))
        raise AssertionError("the game did not come to an end")

    def skip_window(self) -> None:
        for seat in sorted(self.table.present()):
            if self.table.window:
                self.do(c.Continue(seat=seat, hand=self.table.window.hand))
        self.deal()

    def passed(self) -> Game:
        return self.play_on(lambda g: g.table.state.phase == "playing")

    def due_in(self, seat: int, kind: Due) -> float | None:
        """Seconds until this deadline; None where none runs."""
        held = self.table.deadlines.get((seat, kind))
        return None if held is None else (held.due_at - self.now).total_seconds()

    def expire(self, seat: int, kind: Due) -> c.Expire:
        return c.Expire(seat=seat, kind=kind, turn=self.table.deadlines[seat, kind].turn)

    def hand_of(self, seat: int) -> list[str]:
        return list(self.table.engine.view(self.table.state, seat)["hand"])


def is_window(g: Game) -> bool:
    return g.table.window is not None


def is_over(g: Game) -> bool:
    return g.table.status is Status.OVER
