"""Players as they are: steady ones, silent ones, some whose line breaks, some who leave, some who press twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import websockets

from tests.load.robots import Robot

PING_S = 2.0
DEAF_S = 9.0
"""A page that hears nothing for so long connects anew."""


class Habit(StrEnum):
    STEADY = "steady"
    SILENT = "silent"  # stays connected and stops playing: the move clock decides
    VANISHES = "vanishes"  # closes the page and never comes back
    LEAVES = "leaves"  # Exit, with the cost that the page shows
    CUT = "cut"  # the line breaks again and again, without a goodbye
    TALKS = "talks"
    TWICE = "twice"  # sends each act twice
    TWO_TABS = "two tabs"  # and once more from another tab
    UNDOES = "undoes"  # test games: takes moves back, asks for hints, restarts


@dataclass
class Regular(Robot):
    """A robot with a habit; it asks for what it has missed, as the page does."""

    habit: Habit = Habit.STEADY
    after_acts: int = 5
    """When the habit begins, for those that end a player's game."""
    other_tab: Any = None
    sent: int = 0
    undone: int = 0

    async def _converse(self, socket: Any) -> None:
        self._heard_at = time.monotonic()
        pinging = asyncio.create_task(self._ping(socket))
        breaking = asyncio.create_task(self._break(socket)) if self.habit is Habit.CUT else None
        tab = asyncio.create_task(self._second_tab()) if self.habit is Habit.TWO_TABS else None
        try:
            await super()._converse(socket)
        finally:
            for task in (pinging, breaking, tab):
                if task is not None:
                    task.cancel()

    async def _ping(self, socket: Any) -> None:
        with contextlib.suppress(websockets.ConnectionClosed, OSError):
            while time.monotonic() - self._heard_at < DEAF_S:
                await asyncio.sleep(PING_S)
                await self._send(socket, {"type": "ping", "version": max(0, self.version)})
            socket.transport.abort()

    async def _break(self, socket: Any) -> None:
        await asyncio.sleep(1 + self.rng.random() * 6)
        socket.transport.abort()

    async def _second_tab(self) -> None:
        """Another socket of the same player, which says nothing by itself."""
        with contextlib.suppress(websockets.WebSocketException, OSError, TimeoutError):
            async with self.connection() as socket:
                self.other_tab = socket
                async for _ in socket:
                    pass
        self.other_tab = None

    async def _heard(self, socket: Any, frame: dict[str, Any]) -> None:
        self._heard_at = time.monotonic()
        if frame["type"] == "pong":
            if frame["version"] > self.version:
                await self._send(socket, {"type": "snapshot"})
            elif self.doc:
                await self._react(socket)  # what was refused for a fault of the portal's is sent again
        else:
            await super()._heard(socket, frame)

    async def _react(self, socket: Any) -> None:
        you, table = self.doc["you"], self.doc["table"]
        if you is None or table["status"] in ("over", "closed"):
            self.over = True
        elif table["status"] == "open":
            if you["host"]:
                await self._send(socket, {"type": "start"})
        elif not await self._indulge(socket, you):
            await super()._react(socket)

    async def _indulge(self, socket: Any, you: dict[str, Any]) -> bool:
        """Follows the habit. True where the player does nothing else."""
        begins = self.acts >= self.after_acts
        if self.habit is Habit.SILENT:
            return begins
        if self.habit is Habit.VANISHES and begins:
            self.over = True
            return True
        if self.habit is Habit.LEAVES and begins:
            cost = you["leave"] and you["leave"]["points"]
            await self._send(socket, {"type": "leave", "confirm": cost})
            return True
        if self.habit is Habit.TALKS and self.rng.random() < 0.05:
            await self._send(socket, {"type": "chat", "text": f"Nice one, number {self.acts}."})
        if self.habit is Habit.UNDOES and begins and self.undone < 3 and self.rng.random() < 0.2:
            self.undone += 1
            wish = self.rng.choice(("undo", "hint", "restart" if you["host"] else "undo"))
            await self._send(socket, {"type": wish})
        return False

    async def _send(self, socket: Any, frame: dict[str, Any]) -> None:
        await super()._send(socket, frame)
        if frame["type"] != "act":
            return
        self.sent += 1
        if self.habit is Habit.TWICE:
            await super()._send(socket, frame)
        if self.other_tab is not None:
            with contextlib.suppress(websockets.ConnectionClosed, OSError):
                await self.other_tab.send(json.dumps(frame | {"id": 0}))
