"""Everything that can be asked of a table. People, computers, the clock and operators all speak in these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.api import Event, Seat
from portal.tables.lifecycle import Due


class Command:
    """One wish; `decide` answers it with a change or a refusal."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Player:
    """Who asks to sit: an account, or a guest by the key of a session."""

    user_id: int | None
    guest_key: str
    name: str
    is_program: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Sit(Command):
    player: Player
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stand(Command):
    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Fill(Command):
    """The host puts computers into one free seat, or into all."""

    seat: Seat
    into: Seat | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Start(Command):
    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Act(Command):
    seat: Seat
    turn: int
    act: str
    reason: Mapping[str, Any] | None = None  # a computer's
    budget: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Continue(Command):
    seat: Seat
    hand: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Nonce(Command):
    seat: Seat
    hand: int
    nonce: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Leave(Command):
    """Exit. `confirm` is the cost that the player was shown (points, or None for 'nothing recorded')."""

    seat: Seat
    confirm: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Expire(Command):
    """A deadline has fallen due; nothing happens where it no longer stands."""

    seat: int
    kind: Due
    turn: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Presence(Command):
    """The first connection of a seat has come, or its last lease has ended (`absent_since`)."""

    seat: Seat
    absent_since: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Rename(Command):
    """The account in this seat has another name now."""

    seat: Seat
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask(Command):
    """No input from this seat for long: its page asks "still there?"."""

    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Here(Command):
    """The answer to "still there?"."""

    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Command):
    """Back to the asker's previous decision. `log` is the game's record events so far, put in by `play`."""

    seat: Seat
    log: Sequence[Event] = field(default=())


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerUndo(Command):
    seat: Seat
    agree: bool
    log: Sequence[Event] = field(default=())


@dataclass(frozen=True, kw_only=True, slots=True)
class Restart(Command):
    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Replace(Command):
    """Test games: a computer plays for somebody who has been away for long."""

    seat: Seat
    absent: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Return(Command):
    """Test games: somebody for whom a computer plays is back."""

    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejoin(Command):
    """Test games: a guest whose seat has no connection comes back by the very same name, in another session."""

    seat: Seat
    guest_key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Rematch(Command):
    seat: Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Announce(Command):
    """An operator tells the table something; nothing else changes."""

    code: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Close(Command):
    """An operator closes the table; nobody gets points."""

    why: str
