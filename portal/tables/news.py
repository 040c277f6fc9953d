"""What is published about a table: frames by viewer, made once and ready to send, and their form in Redis.

What all seats are shown alike is encoded once: a seat's frame is that text and its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from games.api import Seat, View
from portal.tables.snapshot import Snapshot
from portal.tables.views_of import document, is_open_to_watch, own_parts, shared_parts
from portal.tables.wire import decode, encode

Holder = tuple[int | None, str] | None
"""Who holds a seat: account and guest's key; None where no human does."""


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """A chat line, a table's new version, a session that may have ended, or (the board's) that something is new."""

    chat: str = ""
    """A whole frame."""
    look_again: int = 0
    """The account whose sockets ask whether their sessions still hold."""
    version: int = 0
    who: tuple[Holder, ...] = ()
    shared: str = ""
    own: Mapping[Seat, str] = field(default_factory=dict)
    watchers: str = ""
    """The spectators' whole frame; "" where nobody may watch."""

    def frame(self, seat: Seat | None) -> str:
        """What a viewer at this seat, or a spectator, is sent; "" where they may see nothing."""
        if seat is None:
            return self.watchers
        return self.shared + self.own[seat] if seat in self.own else ""

    def dump(self) -> str:
        """One line of JSON that says what follows; then the texts, a line each (JSON's own line breaks are escaped)."""
        head = [self.chat, self.look_again, self.version, self.who, list(self.own)]
        return "\n".join((encode(head), self.shared, self.watchers, *self.own.values()))


def load(dumped: str) -> News:
    """The news of a dump."""
    head, shared, watchers, *own = dumped.split("\n")
    chat, look_again, version, who, seats = decode(head)
    holders = tuple(None if held is None else (held[0], held[1]) for held in who)
    return News(
        chat=chat,
        look_again=look_again,
        version=version,
        who=holders,
        shared=shared,
        own=dict(zip(seats, own, strict=True)),
        watchers=watchers,
    )


def frame(table: Snapshot, viewer: Seat | None, now: datetime) -> str:
    """The `table` frame for one viewer."""
    return encode({"type": "table", "version": table.version, "doc": document(table, viewer, now)})


def news_of(table: Snapshot, now: datetime) -> News:
    """What every page of this table may know of it now."""
    own = {seat: own_parts(table, seat, now) for seat in table.humans()}
    alike = _alike([parts["game"] for parts in own.values()])
    doc = shared_parts(table, now) | ({"game": alike} if alike else {})
    begun = encode({"type": "table", "version": table.version, "doc": doc})
    return News(
        version=table.version,
        who=tuple((s.user_id, s.guest_key) if s.is_human else None for s in table.seats),
        shared=begun.removesuffix("}}}" if alike else "}}"),
        own={seat: _rest(parts, alike) for seat, parts in own.items()},
        watchers=frame(table, None, now) if is_open_to_watch(table) else "",
    )


def _alike(views: list[View | None]) -> dict[str, Any]:
    """What all these views of a game hold: the very same objects, not merely equal ones."""
    if None in views or len(views) < 2:
        return {}
    alike, *others = cast("list[dict[str, Any]]", views)
    for other in others:
        alike = {key: part for key, part in alike.items() if other.get(key) is part}
    return alike


def _rest(own: Mapping[str, Any], alike: Mapping[str, Any]) -> str:
    """These parts as the end of a frame whose document has begun, and in it, as far as it is `alike`, the game."""
    if not alike:
        return _more(own) + "}}"
    game = {key: part for key, part in own["game"].items() if key not in alike}
    return _more(game) + "}" + _more({key: part for key, part in own.items() if key != "game"}) + "}}"


def _more(parts: Mapping[str, Any]) -> str:
    """These parts as the next ones of a JSON object that has begun."""
    return "," + encode(parts)[1:-1] if parts else ""
