"""One WebSocket as plain ASGI.

Channels' own consumer starts tasks, and a visit to a thread that looks after Django's connections, for each frame; the
path of acts uses neither threads nor those connections.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from portal.tables.wire import encode

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class WebSocket:
    """Handles one event after the other, until the socket has gone."""

    scope: Scope

    @classmethod
    async def serve(cls, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI application: one object for each socket."""
        await cls().run(scope, receive, send)

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises what its handlers raise; however it ends, `disconnect` has the last word.

        Frames go past Channels' middleware (`portal.asgi`), which would look after the session at each of them.
        """
        self.scope, self._emit = scope, scope.get("send", send)
        try:
            while (event := await receive())["type"] != "websocket.disconnect":
                if event["type"] == "websocket.connect":
                    await self._emit({"type": "websocket.accept"})
                    await self.connect()
                else:
                    await self.receive(event.get("text"))
        finally:
            await self.disconnect()

    async def connect(self) -> None:
        """The socket has been accepted."""

    async def receive(self, text: str | None) -> None:
        """A frame has come; None: a binary one."""

    async def disconnect(self) -> None:
        """The socket has gone, or its handling has: an error on the way in, a handler that was cancelled."""

    async def send(self, frame: str) -> None:
        await self._emit({"type": "websocket.send", "text": frame})

    async def tell(self, **frame: Any) -> None:
        """Sends these fields as JSON."""
        await self.send(encode(frame))

    async def close(self) -> None:
        await self._emit({"type": "websocket.close"})
