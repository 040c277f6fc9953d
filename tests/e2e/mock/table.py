"""A table whose socket is answered in this process: real page, real rules, no database.

For looking at the table page in any state and at any size (`make screens`), and for tests of the client alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from games.api import IllegalAct
from games.registry import game
from portal.tables.views_of import length_text, worded

NAMES = ["Ann", "Bea", "Cal", "Dorothea Long", "Eve"]


class MockTable:
    """Seat 0 is the page's; computers sit elsewhere and play when `step` is called."""

    def __init__(
        self,
        *,
        slug: str = "black-lady",
        seats: int = 4,
        hands: int = 4,
        seed: int = 1,
        options: dict[str, Any] | None = None,
        scored: bool = True,
    ) -> None:
        self.game = game(slug)
        engine, info = self.game.engine, self.game.engine.info
        rules = next((r for r in info.rule_sets if r.slug == "classic"), info.rule_sets[0])
        length = {"length": {"hands": hands}} if info.hands else {}
        options = engine.normalise({"rule_set": rules.slug, **length, **(options or {})}, seats)
        self.head = {
            "game": slug, "title": info.title, "rule_set": rules.slug, "rule_set_title": rules.title,
            "length": options.get("length"), "length_text": length_text(options.get("length")),
            "seats_needed": list(rules.seats), "rules": list(engine.describe(options, seats)),
        }  # fmt: skip
        self.state = engine.new(options, seats)
        self.seats, self.scored = seats, scored
        self.viewer: int | None = 0
        self.random = random.Random(seed)
        self.version, self.turns = 1, [1] * seats
        self.status, self.open_seats, self.window = "running", set[int](), False
        self.names, self.notices, self.ms_left = NAMES[:seats], [], 52_000
        self.absent: set[int] = set()
        self.reasons: dict[int, dict[str, Any]] = {}
        self.refuse_next = ""
        self.game_number = 1
        self.dealing: dict[str, Any] | None = None
        self.still_there_ms: int | None = None
        self.bye: dict[str, str] = {}  # what a page that comes is told instead of a document
        self.connections, self.unreachable = 0, False
        self.frame_first = False  # the document that holds an act comes before the act's answer
        self.hang_up: Callable[[], None] = lambda: None
        self.send: Callable[[str], None] = lambda _: None
        self.received: list[dict[str, Any]] = []

    # --- The game ---

    def deal(self) -> None:
        chance = self.game.engine.chance(self.state)
        assert chance is not None
        order = list(chance.items)
        self.random.shuffle(order)
        self.window = False
        self._put(self.game.engine.resolve(self.state, chance.event(order)))

    def act(self, seat: int, act: str) -> None:
        self._put(self.game.engine.act(self.state, seat, act))
        if self.game.engine.result(self.state):
            self.status = "over"
        elif self.game.engine.chance(self.state):
            self.window = True

    def _put(self, state: Any) -> None:
        before, self.state = self.game.engine.due(self.state), state
        for seat in self.game.engine.due(state) - before:
            self.turns[seat] += 1
        self.version += 1

    def step(self, *, own: bool = False) -> bool:
        """One computer's act; with `own` the page's seat acts too. False where nobody but the page is due."""
        due = sorted(self.game.engine.due(self.state) - (set() if own else {0}))
        if not due:
            return False
        view = self.game.engine.view(self.state, due[0])
        choice = self.game.bot(view, due[0], 1, 0)
        reason = {"code": choice.reason.code, "data": choice.reason.data}
        self.reasons[due[0]] = {
            "code": choice.reason.code,
            "text": worded(self.game.engine.info.slug, reason),
        }
        self.act(due[0], choice.act)
        return True

    def until_own_turn(self) -> None:
        while self.step():
            pass

    def play_tricks(self, count: int) -> None:
        """Everybody acts until so many tricks of the hand are done."""
        while len(self.view()["tricks"]) < count or self.view()["phase"] == "passing":
            self.step(own=True)

    def view(self) -> dict[str, Any]:
        return dict(self.game.engine.view(self.state, self.viewer))

    # --- The socket ---

    def document(self) -> dict[str, Any]:
        started = self.status != "open"
        view = self.view() if started else None
        if view and self.window:
            view |= {"due": [], "legal": None}
        due = set(view["due"]) if view else set()
        return {
            "table": self.head | {
                "code": "K7MX2", "scored": self.scored, "level": 1, "level_title": "Beginner",
                "move_time_s": 60, "public": True, "people_only": False, "undo": not self.scored,
                "hints": not self.scored, "status": self.status, "game_number": self.game_number,
                "ended": "All hands are played." if self.status == "over" else "",
            },
            "you": None if self.viewer is None else {
                "seat": 0, "host": True, "turn": self.turns[0], "due": 0 in due, "ms_left": self.ms_left,
                "still_there_ms": self.still_there_ms,
                "leave": {"points": -1, "sentence": "Leaving now costs you one point."}, "can": self._can(),
            },
            "seats": [self._seat(seat, due) for seat in range(self.seats)],
            "game": view,
            "window": {"hand": view["hand_number"], "ms_left": 57_000, "waiting_for": [0, 1]}
            if view and self.window else None,
            "dealing": self.dealing,
            "fairness": [],
            "undo_wish": None,
            "result": self._result(),
            "notices": self.notices,
        }  # fmt: skip

    def _can(self) -> list[str]:
        by_status = {"open": ["start", "fill", "stand"], "running": ["act"], "over": ["rematch"]}
        test = [] if self.scored else ["hint", "undo", "restart"]
        return ["chat", "leave", *by_status[self.status], *test]

    def _seat(self, seat: int, due: set[int]) -> dict[str, Any]:
        kind = "open" if seat in self.open_seats else "human" if seat < 2 else "computer"
        return {
            "seat": seat, "kind": kind, "name": "" if kind == "open" else self.names[seat], "guest": False,
            "level": 1 if kind == "computer" else None, "connected": seat not in self.absent,
            "absent_ms": 23_000 if seat in self.absent else None, "due": seat in due,
            "ms_left": self.ms_left if seat in due and self.scored else None, "left": False,
            "host": seat == 0,
            "reason": self.reasons.get(seat) if kind == "computer" and not self.scored else None,
            "rematch": False,
        }  # fmt: skip

    def _result(self) -> dict[str, Any] | None:
        end = self.game.engine.result(self.state)
        if end is None:
            return None
        last = max(end.places)
        points = [1 if p == 1 else -1 if p == last else 0 for p in end.places]
        places = {"places": list(end.places), "points": points, "reason": end.reason}
        return places | {"leaderboard": "/leaderboards/", "game_page": "/games/"}

    def push(self) -> None:
        """The present document to the page."""
        self.send(json.dumps({"type": "table", "version": self.version, "doc": self.document()}))

    def heard(self, text: str) -> None:
        """Answers a frame of the page."""
        frame = json.loads(text)
        if frame["type"] == "ping":
            self.send(json.dumps({"type": "pong", "version": self.version, "build": "mock"}))
            return
        self.received.append(frame)
        answer: dict[str, Any] = {"type": "answer", "id": frame["id"], "ok": True}
        if frame["type"] == "act":
            answer |= self._acted(frame)
        told = [lambda: self.send(json.dumps(answer | {"version": self.version})), self.push]
        for tell in reversed(told) if self.frame_first else told:
            tell()

    def _acted(self, frame: dict[str, Any]) -> dict[str, Any]:
        if self.refuse_next:
            message, self.refuse_next = self.refuse_next, ""
            return {"ok": False, "code": "refused", "message": message}
        try:
            self.act(0, frame["act"])
        except IllegalAct as bad:
            return {"ok": False, "code": bad.code, "message": bad.sentence}
        return {}


def playing(tricks: int = 2, seats: int = 4, *, scored: bool = True) -> MockTable:
    """A table at which the page's seat is to play, after so many tricks."""
    table = MockTable(seats=seats, seed=3, scored=scored)
    table.deal()
    table.play_tricks(tricks)
    table.until_own_turn()
    return table


def passing() -> MockTable:
    """A table at which everybody still owes three cards."""
    table = MockTable(seed=3)
    table.deal()
    return table
