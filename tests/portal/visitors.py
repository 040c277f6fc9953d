"""People at a running portal without a browser: its pages over HTTP, its tables over the WebSocket."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from http.cookiejar import CookieJar
from types import TracebackType
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from websockets.sync.client import connect

PASSWORD = "correct-horse-battery-staple"
LONGEST_S = 30.0
Frame = dict[str, Any]


class Visitor:
    """Somebody with cookies of their own."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address, self.name, self._cookies = address.rstrip("/"), name, CookieJar()
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(self._cookies))
        if name:
            self.get("/accounts/signup/")
            self.post("/accounts/signup/", username=name, email=f"{name}@example.org", password1=PASSWORD)

    def get(self, path: str) -> str:
        """The text of a page that is there."""
        with self._opener.open(self.address + path, timeout=LONGEST_S) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Where a form led, and the text there."""
        told = urlencode({**fields, "csrfmiddlewaretoken": self._cookie("csrftoken")}).encode()
        sent = Request(self.address + path, told, {"Origin": self.address})  # noqa: S310 - the portal's own
        with self._opener.open(sent, timeout=LONGEST_S) as answer:
            return answer.geturl().removeprefix(self.address), answer.read().decode()

    def table(self, path: str = "/tables/new/", **fields: str) -> str:
        """The code of a table asked for with these fields of the form."""
        self.get(f"/tables/new/?game={fields['game']}")
        led, text = self.post(path, **fields)
        found = re.fullmatch(r"/tables/([A-Z0-9]{5})/", led)
        assert found, text
        return found[1]

    def at(self, code: str) -> Page:
        """Their page at a table: `with` opens and closes its socket."""
        return Page(self, code)

    def _cookie(self, name: str) -> str:
        return next((str(cookie.value) for cookie in self._cookies if cookie.name == name), "")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)


class Page:
    """One open page at a table. Randomness that a deal waits for is sent at once."""

    def __init__(self, visitor: Visitor, code: str) -> None:
        self._visitor, self.code = visitor, code
        self.version, self.doc, self.frames, self._last_id = -1, {}, [], 0  # type: ignore[var-annotated]

    def __enter__(self) -> Page:
        address = self._visitor.address
        self._opened = connect(
            f"{address.replace('http', 'ws', 1)}/ws/table/{self.code}/",
            additional_headers={"Cookie": self._visitor.cookies}, origin=address, compression=None,  # type: ignore[arg-type]
        )  # fmt: skip
        self._socket = self._opened.__enter__()
        self.until(lambda doc: True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        self._opened.__exit__(kind, why, at)

    def _next(self) -> Frame:
        frame: Frame = json.loads(self._socket.recv(timeout=LONGEST_S))
        self.frames.append(frame)
        if frame["type"] == "table" and frame["version"] > self.version:
            self.version, self.doc = frame["version"], frame["doc"]
            dealing = self.doc["dealing"]
            if self.doc["you"] and dealing and dealing["nonce_wanted"]:
                self._send("nonce", hand=dealing["hand"], nonce="a" * 32)
        return frame

    def _send(self, kind: str, **fields: Any) -> int:
        self._last_id += 1
        self._socket.send(json.dumps({"type": kind, "id": self._last_id, **fields}))
        return self._last_id

    def ask(self, kind: str, **fields: Any) -> Frame:
        """Sends a frame; its answer."""
        mine = self._send(kind, **fields)
        while True:
            frame = self._next()
            if frame["type"] in ("answer", "pong") and frame["id"] == mine:
                return frame

    def ok(self, kind: str, **fields: Any) -> Frame:
        """Sends a frame that is accepted; waits for the document of that version."""
        answer = self.ask(kind, **fields)
        assert answer["ok"], (kind, fields, answer)
        while self.version < answer["version"]:
            self._next()
        return answer

    def until(self, is_so: Callable[[Frame], object]) -> Frame:
        """The first document, this one or one to come, that is so."""
        while not self.doc or not is_so(self.doc):
            self._next()
        return self.doc

    def hears(self, kind: str) -> Frame:
        """The next frame of that type."""
        while True:
            frame = self._next()
            if frame["type"] == kind:
                return frame

    def act(self, text: str = "") -> None:
        """Waits for the turn and acts: as told, or the first legal act."""
        self.until(lambda doc: doc["you"]["due"] and doc["table"]["status"] == "running")
        legal = self.doc["game"]["legal"]
        first = legal["acts"][0] if legal["acts"] else ""
        self.ok("act", turn=self.doc["you"]["turn"], act=text or first)

    def play_to_the_end(self) -> Frame:
        """Acts whenever it can until the game is over; the last document."""
        while self.until(_wants_something)["table"]["status"] == "running":
            if self.doc["window"]:
                self.ok("continue", hand=self.doc["window"]["hand"])
            else:
                self.act()
        return self.doc


def _wants_something(doc: Frame) -> bool:
    window = doc["window"] and doc["you"]["seat"] in doc["window"]["waiting_for"]
    return doc["table"]["status"] != "running" or doc["you"]["due"] or bool(window)
