"""One subscription a process: what is published about a table reaches this process's own sockets here.

A topic is a Redis channel. A message carries whole frames, ready to send, by audience; it may be lost (versions show
the gap), so nothing but the page's picture ever depends on it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from portal.tables.snapshot import Change, Snapshot
from portal.tables.views_of import document, is_open_to_watch, shared_parts
from portal.tables.wire import decode, encode

log = structlog.get_logger(__name__)

BOARD = "board"
SPECTATORS = "s"
RETRY_S = 0.5


class Socket(Protocol):
    """What the hub needs of a consumer."""

    async def receive_published(self, message: Mapping[str, Any]) -> None: ...

    async def resync(self) -> None: ...


def topic_of(table_id: int) -> str:
    return f"table:{table_id}"


class Hub:
    """The sockets of one process (event loop), by topic."""

    def __init__(self) -> None:
        self._sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self._redis: Redis = Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
        self._pubsub = Redis.from_url(settings.REDIS_URL, socket_timeout=None).pubsub()
        self._listener: asyncio.Task[None] | None = None

    async def join(self, topic: str, socket: Socket) -> None:
        """From now on `socket` gets what is published on `topic`."""
        self._sockets[topic].add(socket)
        if len(self._sockets[topic]) == 1:
            try:
                await self._pubsub.subscribe(_channel(topic))
            except (RedisError, OSError):
                log.warning("hub_unreachable", topic=topic)  # the listener subscribes again once it is back
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen())

    async def leave(self, topic: str, socket: Socket) -> None:
        self._sockets[topic].discard(socket)
        if not self._sockets[topic]:
            del self._sockets[topic]
            try:
                await self._pubsub.unsubscribe(_channel(topic))
            except (RedisError, OSError):
                log.warning("hub_unreachable", topic=topic)

    async def publish(self, topic: str, message: Mapping[str, Any]) -> None:
        """One message to every process. A failure is logged: pages find the gap by their version."""
        try:
            await self._redis.publish(_channel(topic), encode(message))
        except (RedisError, OSError):
            log.warning("publish_failed", topic=topic)
            await self._deliver(topic, message)

    async def _listen(self) -> None:
        while True:
            try:
                async for message in self._pubsub.listen():
                    if message["type"] == "message":
                        topic = message["channel"].decode().removeprefix(settings.REDIS_PREFIX)
                        await self._deliver(topic, decode(message["data"]))
            except (RedisError, OSError):
                log.warning("hub_lost_its_subscription")
            await asyncio.sleep(RETRY_S)
            await self._subscribe_again()

    async def _subscribe_again(self) -> None:
        if not self._sockets:
            return
        try:
            await self._pubsub.subscribe(*map(_channel, self._sockets))
        except (RedisError, OSError):
            return
        for socket in [s for sockets in self._sockets.values() for s in sockets]:
            try:
                await socket.resync()
            except Exception:  # as in `_deliver`
                log.exception("socket_failed")

    async def _deliver(self, topic: str, message: Mapping[str, Any]) -> None:
        for socket in tuple(self._sockets.get(topic, ())):
            try:
                await socket.receive_published(message)
            except Exception:  # one broken socket must not silence the others
                log.exception("socket_failed", topic=topic)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        await self._redis.aclose()


def _channel(topic: str) -> str:
    return settings.REDIS_PREFIX + topic


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """This event loop's hub."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def close() -> None:
    """Ends this loop's hub (end of a worker's loop, end of a test)."""
    found = _hubs.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.close()


def frame(table: Snapshot, viewer: int | None, now: datetime, shared: Mapping[str, Any] | None = None) -> str:
    """The `table` frame for one viewer."""
    return encode({"type": "table", "version": table.version, "doc": document(table, viewer, now, shared)})


async def publish(before: Snapshot, change: Change) -> None:
    """Tells every page of this table what it may know of the change, and the lobby's board where it concerns it."""
    table, now = change.after, datetime.now(UTC)
    shared = shared_parts(table, now)
    frames = {str(seat): frame(table, seat, now, shared) for seat in table.humans()}
    if is_open_to_watch(table):
        frames[SPECTATORS] = frame(table, None, now)
    message = {
        "version": table.version,
        "status": str(table.status),
        "who": [[s.user_id, s.guest_key] if s.is_human else None for s in table.seats],
        "frames": frames,
    }
    await hub().publish(topic_of(table.setup.id), message)
    if table.setup.public and (before.status, before.seats) != (table.status, table.seats):
        await hub().publish(BOARD, {"table": table.setup.id})
