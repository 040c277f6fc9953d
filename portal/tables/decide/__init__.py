"""The one decision: a table as it stands, a command, the time → a change or a refusal. Pure.

`entropy` are 32 fresh random bytes of the operating system, used only where a shuffle is committed to or a pace
is drawn; everything else follows from the table and the command.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from portal.tables import commands as c
from portal.tables.decide import acts, expiry, leaving, lobby, presence, testing
from portal.tables.decide.draft import Draft, Refused
from portal.tables.decide.going_on import bring_to_rest
from portal.tables.snapshot import Change, Refusal, Snapshot

_DOORS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    c.Sit: lobby.sit,
    c.Stand: lobby.stand,
    c.Fill: lobby.fill,
    c.Start: lobby.start,
    c.Rematch: lobby.rematch,
    c.Announce: lobby.announce,
    c.Close: lobby.close,
    c.Act: acts.act,
    c.Continue: acts.go_on,
    c.Nonce: acts.nonce,
    c.Leave: leaving.leave,
    c.Expire: expiry.expire,
    c.Presence: presence.change,
    c.Rename: presence.rename,
    c.Ask: presence.ask,
    c.Here: presence.here,
    c.Undo: testing.undo,
    c.AnswerUndo: testing.answer_undo,
    c.Restart: testing.restart,
    c.Replace: testing.replace_absent,
    c.Return: testing.come_back,
    c.Rejoin: testing.rejoin,
}


def decide(table: Snapshot, command: c.Command, now: datetime, entropy: bytes) -> Change | Refusal:
    """What becomes of `table` by `command` at `now`."""
    draft = Draft(table, now, entropy)
    try:
        _DOORS[type(command)](draft, command)
    except Refused as refused:
        return Refusal(code=refused.code, message=refused.message, answered_version=refused.answered_version)
    bring_to_rest(draft)
    return draft.change()
