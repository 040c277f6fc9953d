"""Every frame that a client may send, typed, and what each asks of the table (docs/protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.api import Seat
from portal.tables import commands as c

LARGEST_FRAME = 16_384


class BadFrame(Exception):
    """A frame that cannot be served: code, sentence, and the frame's id where it had one."""

    def __init__(self, code: str, message: str, frame_id: int | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.frame_id = code, message, frame_id


SeatNumber = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]


class Frame(BaseModel):
    """What all frames share. Unknown fields, a client's time stamps among them, are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)
    id: int | None = None


class Act(Frame):
    turn: Count
    act: Annotated[str, Field(min_length=1, max_length=200)]


class Continue(Frame):
    hand: Count


class Nonce(Frame):
    hand: Count
    nonce: Annotated[str, Field(max_length=64)]


class Chat(Frame):
    text: Annotated[str, Field(max_length=2_000)]


class Leave(Frame):
    confirm: Annotated[int, Field(ge=-1, le=1)] | None = None


class Fill(Frame):
    seat: SeatNumber | None = None


class Sit(Frame):
    seat: SeatNumber | None = None
    confirm: bool = False


class UndoAnswer(Frame):
    agree: bool


class Replace(Frame):
    seat: SeatNumber


class Seen(Frame):
    what: Annotated[str, Field(max_length=20)]


class Ping(Frame):
    version: Count = 0


class Plain(Frame):
    """A frame with nothing but its type: start, stand, undo, restart, hint, rematch, here, snapshot."""


FRAMES: dict[str, type[Frame]] = {
    "act": Act, "continue": Continue, "nonce": Nonce, "chat": Chat, "leave": Leave, "fill": Fill, "sit": Sit,
    "undo-answer": UndoAnswer, "replace": Replace, "seen": Seen, "ping": Ping,
    **dict.fromkeys(("start", "stand", "undo", "restart", "hint", "rematch", "here", "snapshot"), Plain),
}  # fmt: skip

COMMANDS: dict[str, Callable[[Seat, Any], c.Command]] = {
    "act": lambda seat, f: c.Act(seat=seat, turn=f.turn, act=f.act),
    "continue": lambda seat, f: c.Continue(seat=seat, hand=f.hand),
    "nonce": lambda seat, f: c.Nonce(seat=seat, hand=f.hand, nonce=f.nonce),
    "leave": lambda seat, f: c.Leave(seat=seat, confirm=f.confirm),
    "fill": lambda seat, f: c.Fill(seat=seat, into=f.seat),
    "start": lambda seat, _: c.Start(seat=seat),
    "stand": lambda seat, _: c.Stand(seat=seat),
    "undo": lambda seat, _: c.Undo(seat=seat),
    "undo-answer": lambda seat, f: c.AnswerUndo(seat=seat, agree=f.agree),
    "restart": lambda seat, _: c.Restart(seat=seat),
    "replace": lambda seat, f: c.Replace(seat=seat, absent=f.seat),
    "rematch": lambda seat, _: c.Rematch(seat=seat),
}
"""Frames of a seated player that are commands as they stand."""


def parse(text: str | None) -> tuple[str, Frame]:
    """The type and the frame; None is a binary one. Raises BadFrame with what was wrong and what would do."""
    if text is None:
        raise BadFrame("bad-frame", "This socket speaks JSON text. A binary frame cannot be read.")
    if len(text) > LARGEST_FRAME:
        raise BadFrame(
            "too-big", f"A frame may be {LARGEST_FRAME} characters long; this one has {len(text)}."
        )
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame(
            "bad-frame", 'This is not JSON. Send an object such as {"type": "snapshot"}.'
        ) from None
    if not isinstance(sent, dict):
        raise BadFrame("bad-frame", 'A frame is a JSON object with a type, such as {"type": "snapshot"}.')
    return _typed(sent)


def _typed(sent: dict[str, Any]) -> tuple[str, Frame]:
    kind, frame_id = sent.get("type"), sent.get("id")
    frame_id = frame_id if type(frame_id) is int else None
    shape = FRAMES.get(kind) if isinstance(kind, str) else None
    if shape is None or not isinstance(kind, str):
        known = ", ".join(sorted(FRAMES))
        raise BadFrame("unknown-type", f"There is no such frame type. There are: {known}.", frame_id)
    try:
        return kind, shape.model_validate(sent)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the frame"
        raise BadFrame("bad-frame", f"{where}: {first['msg']}.", frame_id) from None
