"""The one function that says what a viewer may see of a table.

Everything that leaves the server about a table in play (frames, pages, the API, the view of a computer player)
comes from `document`, or from the two halves of which it is made. A seat sees its own view; a spectator sees none of
the hidden cards, and in a scored game the table as it stood one trick (chess: one move) ago.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from games.api import Seat, View
from games.registry import game
from portal.tables.decide.dealing import is_revealed
from portal.tables.decide.leaving import cost
from portal.tables.decide.lobby import seats_needed
from portal.tables.lifecycle import LEVEL_TITLES, Due, SeatKind, Status
from portal.tables.snapshot import SeatState, Snapshot


def document(table: Snapshot, viewer: Seat | None, now: datetime) -> dict[str, Any]:
    """The `doc` of a `table` frame for this viewer (docs/protocol.md); `viewer` None is a spectator."""
    delayed = _is_delayed(table, viewer)
    return {**shared_parts(table, now, hide_due=delayed), **own_parts(table, viewer, now)}


def _is_delayed(table: Snapshot, viewer: Seat | None) -> bool:
    return viewer is None and table.setup.scored and table.status is Status.RUNNING


def own_parts(table: Snapshot, viewer: Seat | None, now: datetime) -> dict[str, Any]:
    """What this viewer alone may know."""
    return {
        "you": None if viewer is None else _own(table, viewer, now),
        "game": _game(table, viewer, _is_delayed(table, viewer)),
        "dealing": _dealing(table, viewer),
    }


def shared_parts(table: Snapshot, now: datetime, *, hide_due: bool = False) -> dict[str, Any]:
    """What every viewer may know alike, except that whose act is due is hidden from those who see it delayed."""
    due = frozenset() if hide_due else table.due()
    return {
        "table": _head(table),
        "seats": [_plate(table, number, now, number in due) for number in range(len(table.seats))],
        "window": _window(table, now),
        "fairness": _fairness(table),
        "undo_wish": table.undo_wish
        and {"seat": table.undo_wish[0], "waiting_for": sorted(table.present() - table.undo_wish[1])},
        "result": table.result and _result(table),
        "notices": [_notice(notice, now) for notice in table.notices],
    }


def seat_view(table: Snapshot, seat: Seat) -> View:
    """The game as this seat sees it: what a computer player and a hint may know."""
    return table.engine.view(table.state, seat)


def _head(table: Snapshot) -> dict[str, Any]:
    setup, info = table.setup, table.engine.info
    rule_set = next(
        (r for r in info.rule_sets if r.slug == setup.options.get("rule_set", "")), info.rule_sets[0]
    )
    return {
        "code": setup.code,
        "game": setup.game,
        "title": info.title,
        "rule_set": rule_set.slug,
        "rule_set_title": rule_set.title,
        "length": setup.options.get("length"),
        "length_text": length_text(setup.options.get("length")),
        "scored": setup.scored,
        "level": setup.level,
        "level_title": LEVEL_TITLES[setup.level],
        "move_time_s": setup.move_time_s,
        "public": setup.public,
        "people_only": setup.people_only,
        "undo": setup.undo,
        "hints": setup.hints,
        "by_lot": setup.by_lot,
        "status": str(table.status),
        "seats_needed": seats_needed(table),
        "game_number": table.game_number,
        "ended": table.ended,
        "rules": _rules(setup.game, json.dumps(setup.options), len(table.seats)),
    }


@lru_cache(maxsize=500)
def _rules(slug: str, options: str, seats: int) -> list[str]:
    return list(game(slug).engine.describe(json.loads(options), seats))


def length_text(length: Mapping[str, int] | None) -> str:
    """The length of a game in words."""
    if not length:
        return ""
    if "target" in length:
        return f"to {length['target']} points"
    return "one hand" if length["hands"] == 1 else f"{length['hands']} hands"


def _own(table: Snapshot, viewer: Seat, now: datetime) -> dict[str, Any]:
    seat, price = table.seats[viewer], cost(table, viewer)
    return {
        "seat": viewer,
        "host": table.host == viewer,
        "turn": seat.turn,
        "due": viewer in table.due(),
        "ms_left": _ms_left(table, viewer, now),
        "still_there_ms": _still_there_ms(table, viewer, now),
        "leave": price and {"points": price.leaver, "sentence": price.sentence},
        "can": _can(table, viewer),
    }


def _can(table: Snapshot, viewer: Seat) -> list[str]:
    """The frames that make sense now."""
    setup, host, status = table.setup, table.host == viewer, table.status
    can = ["chat", "leave"]
    if status is Status.OPEN:
        can += ["stand", "start", "fill"] if host else ["stand"]
    if status is Status.RUNNING:
        can += ["act"]
        if setup.hints and not setup.scored:
            can += ["hint"]
    if status in (Status.RUNNING, Status.OVER) and not setup.scored:
        can += ["undo"] if setup.undo else []
        can += ["restart"] if host else []
    if status is Status.OVER:
        can += ["rematch"]
    return can


def _plate(table: Snapshot, number: Seat, now: datetime, due: bool) -> dict[str, Any]:
    seat = table.seats[number]
    computer = seat.kind is SeatKind.COMPUTER
    return {
        "seat": number,
        "kind": str(seat.kind),
        "name": seat.name,
        "guest": seat.is_human and seat.user_id is None,
        "level": table.setup.level if computer else None,
        "connected": seat.is_present or computer,
        "absent_ms": _absent_ms(seat, now),
        "due": due,
        "ms_left": _ms_left(table, number, now) if due else None,
        "left": bool(seat.left),
        "host": table.host == number,
        "reason": _reason(table, seat),
        "rematch": seat.rematch,
    }


def _absent_ms(seat: SeatState, now: datetime) -> int | None:
    return None if seat.absent_since is None else max(0, _ms(now - seat.absent_since))


def _ms_left(table: Snapshot, number: Seat, now: datetime) -> int | None:
    deadline = table.deadlines.get((number, Due.MOVE))
    return None if deadline is None else max(0, _ms(deadline.due_at - now))


def _still_there_ms(table: Snapshot, number: Seat, now: datetime) -> int | None:
    deadline = table.deadlines.get((number, Due.IDLE))
    return None if deadline is None else max(0, _ms(deadline.due_at - now))


def _ms(length: Any) -> int:
    return int(length.total_seconds() * 1000)


def _reason(table: Snapshot, seat: SeatState) -> dict[str, Any] | None:
    """A computer's reason, worded; in test games only (spec: bots)."""
    if table.setup.scored or not seat.reason:
        return None
    return {"code": seat.reason["code"], "text": worded(table.setup.game, seat.reason)}


def worded(slug: str, reason: Mapping[str, Any]) -> str:
    """A reason's sentence, by the wording of its game."""
    return game(slug).engine.info.reasons[reason["code"]].format(**reason["data"])


def _game(table: Snapshot, viewer: Seat | None, delayed: bool) -> View | None:
    if table.state is None:
        return None
    if delayed:
        return table.watch.shown if table.watch else None
    view = table.engine.view(table.state, viewer)
    if table.window or table.dealing:
        return {**view, "due": [], "legal": None}
    return view


def _window(table: Snapshot, now: datetime) -> dict[str, Any] | None:
    deadline = table.deadlines.get((-1, Due.WINDOW))
    if table.window is None or deadline is None:
        return None
    return {
        "hand": table.window.hand,
        "ms_left": max(0, _ms(deadline.due_at - now)),
        "waiting_for": sorted(table.present() - table.window.continued),
    }


def _dealing(table: Snapshot, viewer: Seat | None) -> dict[str, Any] | None:
    """The commitment to the coming shuffle; its seed stays here."""
    dealing = table.dealing
    if dealing is None:
        return None
    wanted = viewer is not None and viewer not in dealing.nonces and not dealing.waited
    return {
        "hand": dealing.hand,
        "commitment": dealing.commitment,
        "context": dealing.context,
        "nonce_wanted": wanted,
    }


def _fairness(table: Snapshot) -> list[dict[str, Any]]:
    """Each hand's commitment and context; its seed and nonces once the hand is over (spec: portal, Fair chance)."""
    kept = ("hand", "commitment", "context")
    return [
        dict(deal) if is_revealed(table, deal) else {key: deal[key] for key in kept}
        for deal in table.deals_seen
    ]


def _result(table: Snapshot) -> dict[str, Any]:
    setup = table.setup
    links = (
        {
            "leaderboard": f"/leaderboards/{setup.game}/{setup.level}/",
            "game_page": f"/games/{setup.id}-{table.game_number}/",
        }
        if setup.scored
        else {}
    )
    return {**(table.result or {}), **links}


def _notice(notice: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    return {
        "id": notice["id"],
        "code": notice["code"],
        "text": notice["text"],
        "ms_ago": max(0, _ms(now - notice["at"])),
    }


def is_open_to_watch(table: Snapshot) -> bool:
    """Whether people without a seat may look: public tables, and the lobby of one whose code they know."""
    return table.setup.public or table.status is Status.OPEN
