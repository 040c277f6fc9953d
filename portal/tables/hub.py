"""One subscription a process: what is published about a table reaches this process's own sockets here.

A topic is a Redis channel. A message may be lost (versions show the gap), so nothing but the page's picture ever
depends on it. This process's own sockets get what it publishes without Redis.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from datetime import UTC, datetime
from typing import Protocol
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from portal.tables.news import News, load, news_of
from portal.tables.snapshot import Change, Snapshot

log = structlog.get_logger(__name__)

BOARD = "board"
RETRY_S = 0.5


class Socket(Protocol):
    """What the hub needs of a consumer."""

    async def receive_published(self, news: News) -> None: ...

    async def resync(self) -> None: ...


def topic_of(table_id: int) -> str:
    return f"table:{table_id}"


class Hub:
    """The sockets of one process (event loop), by topic."""

    def __init__(self) -> None:
        self._sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self._redis: Redis = Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
        # With protocol 3 the client writes each message into a log line, whether anybody reads it or not.
        self._pubsub = Redis.from_url(settings.REDIS_URL, socket_timeout=None, protocol=2).pubsub()
        self._name = secrets.token_hex(8)
        self._inbox: asyncio.Queue[tuple[str, News]] = asyncio.Queue()
        self._outbox: list[tuple[str, str]] = []
        self._sender: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, topic: str, socket: Socket) -> None:
        """From now on `socket` gets what is published on `topic`."""
        self._sockets[topic].add(socket)
        if len(self._sockets[topic]) == 1:
            try:
                await self._pubsub.subscribe(_channel(topic))
            except (RedisError, OSError):
                log.warning("hub_unreachable", topic=topic)  # the listener subscribes again once it is back
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._deliver())]

    async def leave(self, topic: str, socket: Socket) -> None:
        self._sockets[topic].discard(socket)
        if not self._sockets[topic]:
            del self._sockets[topic]
            try:
                await self._pubsub.unsubscribe(_channel(topic))
            except (RedisError, OSError):
                log.warning("hub_unreachable", topic=topic)

    async def publish(self, topic: str, news: News) -> None:
        """One message to every process. A failure is logged: pages find the gap by their version."""
        if topic in self._sockets:
            self._inbox.put_nowait((topic, news))
        self._outbox.append((_channel(topic), f"{self._name}\n{news.dump()}"))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send_all())
        if not self._tasks:  # no pages: a worker, whose loop stands still as soon as its work is done
            await self._sender

    async def _send_all(self) -> None:
        """What gathers during a round trip goes in the next one."""
        while self._outbox:
            await self._send()

    async def _send(self) -> None:
        batch, self._outbox = self._outbox, []
        pool = self._redis.connection_pool
        try:
            connection = await pool.get_connection()
            try:
                await connection.send_packed_command(
                    connection.pack_commands(("PUBLISH", *one) for one in batch)
                )
                for _ in batch:
                    await connection.read_response()
            finally:
                await pool.release(connection)
        except (RedisError, OSError):
            log.warning("publish_failed", topics=[channel for channel, _ in batch])

    async def _listen(self) -> None:
        own = self._name.encode()
        while True:
            try:
                async for message in self._pubsub.listen():
                    if message["type"] == "message" and not message["data"].startswith(own):
                        topic = message["channel"].decode().removeprefix(settings.REDIS_PREFIX)
                        _, _, dumped = message["data"].decode().partition("\n")
                        self._inbox.put_nowait((topic, load(dumped)))
            except ValueError:  # a process of another build
                log.exception("news_not_understood")
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

    async def _deliver(self) -> None:
        """One message after the other, so that a socket is never told of two at once."""
        while True:
            topic, news = await self._inbox.get()
            for socket in tuple(self._sockets.get(topic, ())):
                try:
                    await socket.receive_published(news)
                except Exception:  # one broken socket must not silence the others
                    log.exception("socket_failed", topic=topic)

    async def close(self) -> None:
        running = [task for task in (*self._tasks, self._sender) if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)  # each gives its connection back
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


async def publish(before: Snapshot, change: Change) -> None:
    """Tells every page of this table what it may know of the change, and the lobby's board where it concerns it."""
    table = change.after
    await hub().publish(topic_of(table.setup.id), news_of(table, datetime.now(UTC)))
    if table.setup.public and (before.status, before.seats) != (table.status, table.seats):
        await hub().publish(BOARD, News())
