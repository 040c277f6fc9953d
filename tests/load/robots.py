"""Scripted players over real sockets: accounts and tables are made in the database, play goes over the protocol."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import websockets
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore

from portal.tables import commands as c
from portal.tables import lobby
from portal.tables.play import submit


@dataclass
class Account:
    """A user with a session that is signed in."""

    user_id: int
    name: str
    cookie: str


@sync_to_async
def accounts(count: int) -> list[Account]:
    """So many fresh accounts, signed in."""
    made = []
    for _ in range(count):
        name = "r" + secrets.token_hex(6)
        user = get_user_model().objects.create_user(username=name, email=f"{name}@example.org", password=None)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        made.append(
            Account(
                user_id=user.pk, name=name, cookie=f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
            )
        )
    return made


async def table_for(people: list[Account], **wish: Any) -> tuple[int, str]:
    """A started table with these people in order; free seats are computers'."""
    players = [c.Player(user_id=p.user_id, guest_key="", name=p.name) for p in people]
    options = {"rule_set": "portal", "length": {"hands": 1}}
    wanted = {"game": "black-lady", "seats": 4, "options": options, "scored": True, "move_time_s": 300} | wish
    table_id, code = await lobby.make_table(lobby.Wish(**wanted), players[0])
    for player in players[1:]:
        await submit(table_id, c.Sit(player=player))
    return table_id, code


@dataclass
class Robot:
    """One player's socket: answers what it is asked, with some legal act."""

    address: str
    code: str
    account: Account
    think_s: float = 0.0
    rng: random.Random = field(default_factory=random.Random)
    on_act: Callable[[float], None] = lambda seconds: None
    doc: dict[str, Any] = field(default_factory=dict)
    version: int = -1
    acts: int = 0
    accepted: list[tuple[int, str]] = field(default_factory=list)
    refused: list[tuple[int, str, str]] = field(default_factory=list)
    over: bool = False

    async def play(self) -> None:
        """Plays until the game is over or the table has gone; comes back after a lost connection."""
        while not self.over:
            try:
                async with self.connection() as socket:
                    await self._converse(socket)
            except (OSError, websockets.WebSocketException, TimeoutError):
                await asyncio.sleep(0.3 + self.rng.random() * 0.4)

    def connection(self) -> websockets.connect:
        """A socket at the table, not yet open."""
        return websockets.connect(
            f"{self.address}/ws/table/{self.code}/",
            additional_headers={"Cookie": self.account.cookie},
            compression=None,
            origin=self.address.replace("ws", "http", 1),  # type: ignore[arg-type]
            open_timeout=10,
        )

    async def _converse(self, socket: Any) -> None:
        self._waiting: dict[int, tuple[float, int, str]] = {}
        self._next, self._sent_turn = 1, -1
        async for text in socket:
            await self._heard(socket, json.loads(text))
            if self.over:
                return

    async def _heard(self, socket: Any, frame: dict[str, Any]) -> None:
        if frame["type"] == "table" and frame["version"] >= self.version:
            self.version, self.doc = frame["version"], frame["doc"]
            await self._react(socket)
        elif frame["type"] == "answer":
            self._answered(frame)
        elif frame["type"] == "bye":
            self.over = frame["code"] in ("gone", "private", "closed")

    def _answered(self, frame: dict[str, Any]) -> None:
        sent = self._waiting.pop(frame["id"], None)
        if sent is None:
            return
        at, turn, act = sent
        if frame["ok"]:
            self.acts += 1
            self.accepted.append((turn, act))
            self.on_act(time.perf_counter() - at)
        else:
            self.refused.append((turn, act, frame["code"]))
            self._sent_turn = -1

    async def _react(self, socket: Any) -> None:
        doc = self.doc
        you = doc["you"]
        if doc["table"]["status"] in ("over", "closed") or you is None:
            self.over = True
        elif doc["dealing"] and doc["dealing"]["nonce_wanted"]:
            await self._send(
                socket, {"type": "nonce", "hand": doc["dealing"]["hand"], "nonce": secrets.token_hex(16)}
            )
        elif doc["window"] and you["seat"] in doc["window"]["waiting_for"]:
            await self._send(socket, {"type": "continue", "hand": doc["window"]["hand"]})
        elif you["due"] and you["turn"] != self._sent_turn:
            if self.think_s:
                await asyncio.sleep(self.rng.random() * 2 * self.think_s)
            self._sent_turn = you["turn"]
            await self._send(
                socket, {"type": "act", "turn": you["turn"], "act": self.choose(doc["game"]["legal"])}
            )

    def choose(self, legal: dict[str, Any]) -> str:
        """Some legal act."""
        if legal["acts"]:
            return str(self.rng.choice(legal["acts"]))
        return " ".join([legal["verb"], *self.rng.sample(legal["of"], legal["choose"])])

    async def _send(self, socket: Any, frame: dict[str, Any]) -> None:
        if frame["type"] == "act":
            self._waiting[self._next] = (time.perf_counter(), frame["turn"], frame["act"])
        await socket.send(json.dumps(frame | {"id": self._next}))
        self._next += 1


class Mute(Robot):
    """Answers the deal's question, as a page does by itself, and nothing else."""

    async def _react(self, socket: Any) -> None:
        self.over = self.doc["you"] is None or self.doc["table"]["status"] in ("over", "closed")
        if self.doc["dealing"] and self.doc["dealing"]["nonce_wanted"]:
            await super()._react(socket)
