"""What the portal tells the ledger: a game that is over, and a seat that was left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.api import Basis, HandScore, Json, Result, Seat
from ladder.leaving import Cause, Settlement


@dataclass(frozen=True, kw_only=True)
class GameRef:
    """One scored game: which game at which table, of what kind and level.

    `table_ref` names the table for good: a code that a later table could get will not do.
    """

    table_ref: str
    game_number: int
    game: str
    level: int


@dataclass(frozen=True, kw_only=True)
class Occupant:
    """Who sits in a seat: a person's id, or None and the computer's name."""

    seat: Seat
    player_id: int | None
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What stays of a game that is over: its record (`portal-record/1`) and its finished hands."""

    record: Mapping[str, Json]
    hands: Sequence[HandScore] = ()

    def as_params(self, ref: GameRef) -> dict[str, Any]:
        """The columns that `Played` takes from here, as JSON."""
        if self.record.get("game") != ref.game:
            raise ValueError(
                f"A record of {self.record.get('game')!r} does not belong to a game of {ref.game!r}."
            )
        hands = [{"points": x.points, "totals": x.totals, "notes": list(x.notes)} for x in self.hands]
        return {"record": self.record, "options": self.record.get("options", {}), "hands": hands}


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A game that was played to its end. `occupants` has every seat, as they sat at the end."""

    ref: GameRef
    occupants: Sequence[Occupant]
    result: Result
    ending: Ending
    at: datetime


@dataclass(frozen=True, kw_only=True)
class CaseFile:
    """The evidence of a leaving, frozen when it happens (spec: portal, Review).

    `record` is the game so far; `timeline` has, in order, each as `{"at": ISO instant, "what": code, …}`:
    `begun` (`connected`), `act` (`act`, its clock's start `clock_from` and end `due_at`), `away` (`since`), `back`,
    `asked` (still there?), `here`, `seen` (`word`), `outage` (`until`, `kind`), and last `left` (`cause`,
    `connected`, and where there were any `absent_since`, `last_input_at`, `clock_from`, `due_at`).
    `had_outage`: whether the portal was away during the game. `warnings`: each that was due, as `{"at", "what":
    "ten-seconds" or "still-there", "confirmed_at"}`: when the page said that it showed it, or null.
    """

    record: Mapping[str, Json]
    timeline: Sequence[Mapping[str, Json]] = ()
    had_outage: bool = False
    warnings: Sequence[Mapping[str, Json]] = ()


@dataclass(frozen=True, kw_only=True)
class Left:
    """A seat of a scored game that its player left.

    `occupants` has every seat as they sat just before, the leaver included. `settlement` was worked out
    from `basis` (`ladder.leaving`). `ending` is given when the game is over by it: whenever the settlement
    ends it, and when the last human has left.
    """

    ref: GameRef
    occupants: Sequence[Occupant]
    seat: Seat
    cause: Cause
    basis: Basis
    settlement: Settlement
    case_file: CaseFile
    at: datetime
    ending: Ending | None = None

    def __post_init__(self) -> None:
        if self.settlement.ends and self.ending is None:
            raise ValueError("This leaving ends the game: its record is needed.")
        if self.player_id is None:
            raise ValueError(f"Seat {self.seat} is a computer's: computers do not leave.")

    @property
    def player_id(self) -> int | None:
        """The leaver."""
        return next(one.player_id for one in self.occupants if one.seat == self.seat)

    def points(self, seat: Seat) -> int | None:
        """What the leaving pays to that seat now; None: nothing is recorded."""
        return self.settlement.leaver if seat == self.seat else self.settlement.others.get(seat)
