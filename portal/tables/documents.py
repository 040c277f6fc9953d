"""A snapshot's `doc`: the parts that Postgres keeps as JSON in the table's row, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.api import Engine
from portal.tables.snapshot import Dealing, SeatState, Snapshot, Watch, Window


def dump(table: Snapshot) -> dict[str, Any]:
    """All of `table` that is neither a column of its row, nor a seat's row, nor a deadline."""
    return {
        "state": None if table.state is None else table.engine.dump(table.state),
        "play": [_dump_seat(seat) for seat in table.seats],
        "window": table.window and {"hand": table.window.hand, "continued": sorted(table.window.continued)},
        "dealing": table.dealing and _dump_dealing(table.dealing),
        "deals_seen": list(table.deals_seen),
        "dealt": list(table.dealt),
        "result": table.result,
        "watch": table.watch and [table.watch.moment, table.watch.shown, table.watch.coming],
        "undo_wish": table.undo_wish and [table.undo_wish[0], sorted(table.undo_wish[1])],
        "leavers": sorted(table.leavers),
        "stand_ins": {str(seat): list(who) for seat, who in table.stand_ins.items()},
        "notices": [{**notice, "at": notice["at"].isoformat()} for notice in table.notices],
    }


def _dump_seat(seat: SeatState) -> list[Any]:
    due_at = seat.move_due_at.isoformat() if seat.move_due_at else None
    asked_at = seat.asked_at.isoformat() if seat.asked_at else None
    return [seat.turn, seat.last, due_at, seat.reason, seat.rematch, asked_at]


def _dump_dealing(dealing: Dealing) -> dict[str, Any]:
    return {
        "hand": dealing.hand,
        "seed": dealing.seed.hex(),
        "commitment": dealing.commitment,
        "context": dealing.context,
        "nonces": {str(seat): nonce for seat, nonce in dealing.nonces.items()},
        "waited": dealing.waited,
    }


def load_seat(play: list[Any] | None) -> dict[str, Any]:
    """The fields of a `SeatState` that the document holds."""
    turn, last, due_at, reason, rematch, asked_at = play or (0, None, None, None, False, None)
    return {
        "turn": turn,
        "last": tuple(last) if last else None,
        "move_due_at": datetime.fromisoformat(due_at) if due_at else None,
        "reason": reason,
        "rematch": rematch,
        "asked_at": datetime.fromisoformat(asked_at) if asked_at else None,
    }


def load(doc: Mapping[str, Any], engine: Engine) -> dict[str, Any]:
    """The fields of a `Snapshot` that the document holds."""
    if not doc:
        return {}
    window, dealing, watch, wish = doc["window"], doc["dealing"], doc["watch"], doc["undo_wish"]
    return {
        "state": None if doc["state"] is None else engine.load(doc["state"]),
        "window": window and Window(hand=window["hand"], continued=frozenset(window["continued"])),
        "dealing": dealing and _load_dealing(dealing),
        "deals_seen": tuple(doc["deals_seen"]),
        "dealt": tuple(doc["dealt"]),
        "result": doc["result"],
        "watch": watch and Watch(moment=watch[0], shown=watch[1], coming=watch[2]),
        "undo_wish": wish and (wish[0], frozenset(wish[1])),
        "leavers": frozenset(doc["leavers"]),
        "stand_ins": {int(seat): tuple(who) for seat, who in doc["stand_ins"].items()},
        "notices": tuple({**n, "at": datetime.fromisoformat(n["at"])} for n in doc["notices"]),
    }


def _load_dealing(dealing: Mapping[str, Any]) -> Dealing:
    return Dealing(
        hand=dealing["hand"],
        seed=bytes.fromhex(dealing["seed"]),
        commitment=dealing["commitment"],
        context=dealing["context"],
        nonces={int(seat): nonce for seat, nonce in dealing["nonces"].items()},
        waited=dealing["waited"],
    )
