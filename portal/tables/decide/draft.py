"""A change in the making: the doors write into it, `bring_to_rest` finishes it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.api import Seat
from portal.tables.lifecycle import Status
from portal.tables.snapshot import Change, Departure, Logged, Snapshot

NOTICES_KEPT = 12


class Refused(Exception):
    """A door's answer 'no': a code and one plain sentence that says what would do."""

    def __init__(self, code: str, message: str, answered_version: int | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.answered_version = code, message, answered_version


class Draft:
    """The table `before`, as it is becoming (`table`), and what must be written with it."""

    def __init__(self, before: Snapshot, now: datetime, entropy: bytes) -> None:
        self.before, self.now = before, now
        self.table = before.changed(version=before.version + 1)
        self.log: list[Logged] = []
        self.departures: list[Departure] = []
        self.acted: Seat | None = None  # whose act this is, if it used up its turn
        self.resumed: Seat | None = None  # an optional act: turn and deadline go on
        self.fresh_turns = False  # undo, restart, start: every act that is due is a new one
        self.undo_to: int | None = None
        self.begun = self.finished = self.delete = False
        self._entropy, self._draws = entropy, 0

    def update(self, **changes: Any) -> None:
        self.table = self.table.changed(**changes)

    def seat(self, number: Seat, **changes: Any) -> None:
        self.table = self.table.with_seat(number, **changes)

    def random_bytes(self) -> bytes:
        """32 bytes, each call others: the entropy given, hashed with a counter."""
        self._draws += 1
        return hashlib.sha256(self._entropy + bytes([self._draws])).digest()

    def note(self, code: str, text: str, seat: Seat | None = None, **data: Any) -> None:
        """Something that everybody at the table may read, kept in the log as evidence too."""
        self.log.append(Logged(kind="note", seat=seat, data={"code": code, "text": text} | data))
        notice = {"id": self.table.version * 10 + len(self.log), "code": code, "text": text, "at": self.now}
        self.update(notices=(*self.table.notices, notice)[-NOTICES_KEPT:])

    def chance(self, event: Mapping[str, Any], fairness: Mapping[str, Any] | None) -> None:
        data = {"event": event} if fairness is None else {"event": event, "fairness": fairness}
        self.log.append(Logged(kind="chance", data=data))

    def need(self, condition: object, code: str, message: str) -> None:
        """Refuses where the condition does not hold."""
        if not condition:
            raise Refused(code, message)

    def need_status(self, *allowed: Status) -> None:
        told = {
            Status.OPEN: "The game has not started yet.",
            Status.RUNNING: "The game is running.",
            Status.OVER: "The game is over.",
            Status.CLOSED: "This table is closed. Open the lobby for another one.",
        }
        status = self.table.status
        code = "closed" if status is Status.CLOSED else "not-now"
        self.need(status in allowed, code, told[status])

    def change(self) -> Change:
        return Change(
            after=self.table,
            log=tuple(self.log),
            at=self.now,
            undo_to=self.undo_to,
            begun=self.begun,
            departures=tuple(self.departures),
            finished=self.finished,
            delete=self.delete,
        )
