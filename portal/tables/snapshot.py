"""Values: what a table is at one version, and what a decision makes of it. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.api import Basis, Engine, Event, Seat
from games.registry import game
from ladder.leaving import Cause, Settlement
from portal.tables.lifecycle import Due, SeatKind, Status

DeadlineKey = tuple[int, Due]  # seat (-1: the whole table), kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """What a table was made with and keeps for life."""

    id: int
    code: str
    game: str
    options: Mapping[str, Any]
    scored: bool
    level: int
    move_time_s: int
    public: bool
    people_only: bool
    programs: bool
    undo: bool
    hints: bool
    by_lot: bool = False
    """Whether seats (chess: colours) are drawn by lot before each game."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatState:
    """One seat. `turn` grows each time an act becomes due from it; an act names the turn that it answers.

    `last` is the latest accepted act as (turn, text, version), so that a resend is answered like the first.
    `move_due_at` is the deadline of this turn, kept for a choice that is taken back; `asked_at` is when the page
    began to ask "still there?".
    """

    kind: SeatKind = SeatKind.OPEN
    user_id: int | None = None
    guest_key: str = ""
    name: str = ""
    absent_since: datetime | None = None
    left: str = ""
    turn: int = 0
    last: tuple[int, str, int] | None = None
    move_due_at: datetime | None = None
    reason: Mapping[str, Any] | None = None
    rematch: bool = False
    asked_at: datetime | None = None

    @property
    def is_human(self) -> bool:
        return self.kind is SeatKind.HUMAN

    @property
    def is_present(self) -> bool:
        return self.is_human and self.absent_since is None


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadline:
    turn: int
    started_at: datetime
    due_at: datetime
    user_id: int | None = None
    """Whose leaving it is, where another game or the closing of an account asked for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """The end-of-hand window after `hand`; `continued` are the seats that have gone on."""

    hand: int
    continued: frozenset[Seat] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Dealing:
    """A shuffle to come: its secret seed, and the randomness that browsers have sent, by seat."""

    hand: int
    seed: bytes
    commitment: str
    context: str
    nonces: Mapping[Seat, str] = field(default_factory=dict)
    waited: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Watch:
    """What spectators see of a scored game: the view as it stood one moment (trick, move) ago."""

    moment: int
    shown: Mapping[str, Any]
    coming: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A table at `version`. `state` is the engine's own; None before the first start.

    `dealt` are the deals of this test game so far (undo and restart deal them again), `deals_seen` the fairness
    parts of the hands of this game, the running one's last. `undo_wish` is (asker, seats that agreed), `leavers` the
    accounts that have left this game, `stand_ins` whose seats a computer holds for them (account, guest key, name).
    """

    setup: Setup
    version: int
    status: Status
    game_number: int
    host: Seat | None
    ended: str
    seats: tuple[SeatState, ...]
    deadlines: Mapping[DeadlineKey, Deadline]
    state: Any = None
    window: Window | None = None
    dealing: Dealing | None = None
    deals_seen: tuple[Mapping[str, Any], ...] = ()
    dealt: tuple[Event, ...] = ()
    result: Mapping[str, Any] | None = None
    watch: Watch | None = None
    undo_wish: tuple[Seat, frozenset[Seat]] | None = None
    leavers: frozenset[int] = frozenset()
    stand_ins: Mapping[Seat, tuple[int | None, str, str]] = field(default_factory=dict)
    notices: tuple[Mapping[str, Any], ...] = ()

    @property
    def engine(self) -> Engine:
        return game(self.setup.game).engine

    def seat_of(self, user_id: int | None, guest_key: str) -> Seat | None:
        """The seat that this player holds, or None."""
        for number, seat in enumerate(self.seats):
            if seat.is_human and (
                (user_id is not None and seat.user_id == user_id)
                or (guest_key and seat.guest_key == guest_key)
            ):
                return number
        return None

    def changed(self, **changes: Any) -> Snapshot:
        """The same table with other values in these fields; a decision does this some eight times.

        `dataclasses.replace` takes six times as long for so many fields.
        """
        assert changes.keys() <= self.__dict__.keys(), changes
        new = object.__new__(Snapshot)
        new.__dict__.update(self.__dict__, **changes)
        return new

    def with_seat(self, number: Seat, **changes: Any) -> Snapshot:
        """The same table with one seat changed."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return self.changed(seats=tuple(seats))

    def humans(self) -> frozenset[Seat]:
        return frozenset(n for n, s in enumerate(self.seats) if s.is_human)

    def present(self) -> frozenset[Seat]:
        return frozenset(n for n, s in enumerate(self.seats) if s.is_present)

    def computers(self) -> frozenset[Seat]:
        return frozenset(n for n, s in enumerate(self.seats) if s.kind is SeatKind.COMPUTER)

    def due(self) -> frozenset[Seat]:
        """Seats from whom an act is due now; nobody's between hands or before a deal."""
        if self.status is not Status.RUNNING or self.window or self.dealing or self.state is None:
            return frozenset()
        return self.engine.due(self.state)

    def asked(self) -> frozenset[Seat]:
        """Computers' seats with a question to answer though nothing is due from them (an offered draw)."""
        asked = game(self.setup.game).asked
        if asked is None or self.status is not Status.RUNNING or self.state is None:
            return frozenset()
        return asked(self.state) & self.computers()


@dataclass(frozen=True, kw_only=True, slots=True)
class Logged:
    """One event for the log; `kind` is chance, act or note."""

    kind: str
    data: Mapping[str, Any]
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Departure:
    """Somebody has left a scored game: who, why, and what the leaving rule made of it, by seat."""

    seat: Seat
    user_id: int
    cause: Cause
    settlement: Settlement
    basis: Basis
    due_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What a decision asks the store to commit: the table after it, and what the ladder must write."""

    after: Snapshot
    log: tuple[Logged, ...] = ()
    at: datetime
    undo_to: int | None = None  # test games: so many of the game's events stay
    begun: bool = False  # a scored game's first hand was dealt, or its first move is due
    departures: tuple[Departure, ...] = ()
    finished: bool = False  # a scored game was played to its end
    delete: bool = False  # every row about the table goes


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """Why nothing changed. `answered_version` is set where the very same act was accepted before."""

    code: str
    message: str
    answered_version: int | None = None
