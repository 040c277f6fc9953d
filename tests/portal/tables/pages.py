"""A browser's page at a table: its socket, and every frame that it was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import TracebackType
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

LONGEST_S = 30.0

Frame = dict[str, Any]


def browser(user: Any = None, guest: str = "") -> Client:
    """A browser in which somebody is signed in, or which a guest of that name uses, or a stranger."""
    client = Client(HTTP_HOST="localhost")
    if user is not None:
        client.force_login(user)
    elif guest:
        session = client.session
        session["guest"] = {"key": f"key-of-{guest}", "name": guest}
        session.save()
    return client


class Page:
    """One open page. `async with` opens and closes its socket."""

    def __init__(self, code: str, client: Client) -> None:
        cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        if cookie is not None:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode()))
        from portal.asgi import application

        self._socket = WebsocketCommunicator(application, f"/ws/table/{code}/", headers=headers)
        self._socket.scope["client"] = ["127.0.0.1", 40_000]
        self.frames: list[Frame] = []
        self._last_id = 0

    async def __aenter__(self) -> Page:
        connected, _ = await self._socket.connect(timeout=LONGEST_S)
        assert connected
        await self.until(lambda f: f["type"] in ("table", "bye"))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._socket.disconnect(timeout=LONGEST_S)

    async def _next(self) -> Frame:
        sent = await self._socket.receive_output(timeout=LONGEST_S)
        frame = {"type": "closed"} if sent["type"] == "websocket.close" else json.loads(sent["text"])
        self.frames.append(frame)
        return frame

    async def until(self, is_so: Callable[[Frame], bool], seen: bool = False) -> Frame:
        """The next frame that is so; with `seen` one that came before will do."""
        if seen:
            for frame in reversed(self.frames):
                if is_so(frame):
                    return frame
        while True:
            frame = await self._next()
            if is_so(frame):
                return frame

    async def raw(self, text: str | None = None, data: bytes | None = None) -> None:
        part = {"text": text} if text is not None else {"bytes": data}
        await self._socket.send_input({"type": "websocket.receive", **part})

    async def answer_to(self, text: str | None = None, data: bytes | None = None) -> Frame:
        """Sends something raw; the next answer."""
        await self.raw(text, data)
        return await self.until(lambda f: f["type"] == "answer")

    async def ask(self, kind: str, **fields: Any) -> Frame:
        """Sends a frame; its answer."""
        self._last_id += 1
        mine = self._last_id
        await self.raw(json.dumps({"type": kind, "id": mine, **fields}))
        return await self.until(lambda f: f["type"] in ("answer", "pong") and f["id"] == mine)

    async def ok(self, kind: str, **fields: Any) -> Frame:
        answer = await self.ask(kind, **fields)
        assert answer.get("ok"), (kind, fields, answer)
        return answer

    async def shows(self, version: int) -> Frame:
        """The document of this version, or a newer one."""
        return (await self.until(lambda f: f["type"] == "table" and f["version"] >= version, seen=True))[
            "doc"
        ]

    @property
    def doc(self) -> Frame:
        """The newest document so far."""
        tables = [f for f in self.frames if f["type"] == "table"]
        return max(tables, key=lambda f: f["version"])["doc"]

    async def fresh(self) -> Frame:
        """The document as it is now."""
        await self.ok("snapshot")
        return self.doc

    async def is_quiet(self) -> bool:
        return await self._socket.receive_nothing(timeout=0.1, interval=0.02)

    async def act(self, text: str | None = None) -> Frame:
        """An act that answers the turn that is shown; the first legal one if none is named."""
        doc = await self.fresh()
        legal = doc["game"]["legal"]
        first = (
            legal["acts"][0] if legal["acts"] else " ".join((legal["verb"], *legal["of"][: legal["choose"]]))
        )
        return await self.ask("act", turn=doc["you"]["turn"], act=text or first)


async def opened(code: str, **who: Any) -> Page:
    return Page(code, await sync_to_async(browser)(**who))
