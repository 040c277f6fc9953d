"""The sockets: parse, limit, call, answer. No rules here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from django import db
from django.conf import settings
from psycopg import Error

from games.registry import game
from portal.accounts.who import Who, still_holds, who
from portal.tables import chat, commands, evidence, guesses, lobby, store
from portal.tables.farewell import farewell
from portal.tables.hub import BOARD, hub, topic_of
from portal.tables.lifecycle import Status
from portal.tables.limit import Bucket
from portal.tables.news import Holder, News, frame
from portal.tables.play import Outcome, now, submit
from portal.tables.presence import leases
from portal.tables.protocol import COMMANDS, BadFrame, Frame, parse
from portal.tables.snapshot import Snapshot
from portal.tables.views_of import is_open_to_watch, seat_view, worded
from portal.tables.websocket import WebSocket

log = structlog.get_logger(__name__)

GONE = "There is no table with this code. It may have ended. Open the lobby for another one."
SENT_BY_THE_PAGE = frozenset({"nonce", "seen"})
"""Frames that a page sends by itself: no sign that its player is there."""
SIGNED_OUT = "You have signed out, or your password is a new one. Sign in to come back to your seat."
SESSION_WRITTEN_S = 2.0
"""A session is written with the answer to the very request that changes it."""
HINT_SHARE = 5
"""A hint has a fifth of the strongest computer's budget: it is worked out in the process that serves the sockets."""
PRIVATE = "This table is private. Ask its host for a seat before the game begins."


class TableConsumer(WebSocket):
    """One viewer's socket at one table."""

    table_id: int
    seat: int | None = None
    lease: str = ""
    version = -1
    joined = False
    gone = False
    looking: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.player = _player(who(self.scope))
        self.frames, self.chats = Bucket(burst=40, per_second=20), Bucket(burst=5, per_second=0.5)
        self.hints, self.warnings = Bucket(burst=5, per_second=1), Bucket(burst=5, per_second=0.2)
        table_id = await lobby.table_by_code(self.scope["url_route"]["kwargs"]["code"])
        if table_id is None:
            await guesses.anote_wrong(self.scope)
            return await self._bye("gone", GONE)
        self.table_id = table_id
        try:
            await self._come()
        except store.NoTable:
            await self._bye("gone", GONE)

    async def _come(self) -> None:
        leases().keep()
        table = await lobby.come_back(self.table_id, self.player)
        self.seat = self._seat_at(table)
        if self.seat is None and await guesses.atoo_many(self.scope):
            return await self._bye("too-fast", guesses.TOO_MANY)
        if self.seat is None and not is_open_to_watch(table):
            return await self._send_away(table)
        self.joined = True
        await hub().join(topic_of(self.table_id), self)
        await self._hold_lease()
        await self.send_snapshot()
        await self.tell(type="chat", lines=await chat.lines(self.table_id, now()))

    def _seat_at(self, table: Snapshot) -> int | None:
        return None if self.player is None else table.seat_of(self.player.user_id, self.player.guest_key)

    async def _hold_lease(self) -> None:
        """A seated viewer's socket holds a lease; when the seat changes, so does the lease."""
        if self.lease:
            await leases().close(self.lease)
            self.lease = ""
        if self.seat is not None:
            self.lease = await leases().open(self.table_id, self.seat)
        if self.gone:  # it went meanwhile
            await self.disconnect()

    async def disconnect(self) -> None:
        """Gives back what this socket holds, once."""
        self.gone = True
        lease, joined = self.lease, self.joined
        self.lease, self.joined = "", False
        try:
            if lease:
                await leases().close(lease)
        finally:
            if joined:
                await hub().leave(topic_of(self.table_id), self)

    async def _send_away(self, table: Snapshot) -> None:
        """Whoever may not watch is told why not; whoever has left this very game, why."""
        if not await self._farewell(table):
            await self._bye("private", PRIVATE)

    async def _lost(self) -> bool:
        """The seat is no longer this viewer's: says goodbye where a scored game was left. True where it did."""
        try:
            return await self._farewell(await store.load(self.table_id, fresh=True))
        except store.NoTable:  # a test table, gone with its last player
            return False

    async def _farewell(self, table: Snapshot) -> bool:
        """Says goodbye to somebody whose seat is gone without their doing. True where there was something to say."""
        why = "" if self.player is None else await farewell(table, self.player.user_id)
        if why:
            await self._bye("left", why)
        return bool(why)

    async def _bye(self, code: str, message: str) -> None:
        await self.tell(type="bye", code=code, message=message)
        await self.close()

    async def _look_again(self) -> None:
        """Says goodbye where the session that this socket was opened with has ended; asks until it is answered."""
        holds = None
        while holds is None and not self.gone:
            await asyncio.sleep(SESSION_WRITTEN_S)
            try:
                holds = await still_holds(self.scope)
            except db.Error:
                log.warning("session_not_read")
        if holds is False and not self.gone:
            await self._bye("signed-out", SIGNED_OUT)

    # --- from the table to the viewer --------------------------------------------------------------------------

    async def receive_published(self, news: News) -> None:
        """What another process, or this one, has told about the table."""
        if news.chat:
            return await self.send(news.chat)
        if news.look_again:
            if self.player and self.player.user_id == news.look_again:
                self.looking = asyncio.create_task(self._look_again())
            return None
        seat, before = self._seat_of(news.who), self.seat
        if seat != before:
            self.seat = seat
            await self._hold_lease()
        if seat is None and before is not None and await self._lost():
            return None
        if news.version <= self.version:
            return None
        store.outdated(self.table_id, news.version)
        text = news.frame(seat)
        if not text:
            return await self._bye("private", PRIVATE)
        self.version = news.version
        await self.send(text)

    def _seat_of(self, holders: tuple[Holder, ...]) -> int | None:
        if self.player is None:
            return None
        mine = (self.player.user_id, self.player.guest_key)
        for number, held in enumerate(holders):
            if held and ((mine[0] is not None and held[0] == mine[0]) or (mine[1] and held[1] == mine[1])):
                return number
        return None

    async def resync(self) -> None:
        """Messages may have been lost: show how it stands now."""
        await self.send_snapshot()

    async def send_snapshot(self) -> None:
        """The whole document, whatever the page has; and whose page it is, where that was missed."""
        table = await store.load(self.table_id, fresh=True)
        seat, before = self._seat_at(table), self.seat
        if seat != before:
            self.seat = seat
            await self._hold_lease()
        if seat is None and before is not None and await self._farewell(table):
            return None
        if seat is None and not is_open_to_watch(table):
            return await self._send_away(table)
        self.version = max(self.version, table.version)
        await self.send(frame(table, seat, now()))

    # --- from the viewer to the table --------------------------------------------------------------------------

    async def receive(self, text: str | None) -> None:
        """Every frame gets an answer; nothing that a client sends ends the socket."""
        frame_id = None
        try:
            if not self.joined:
                raise BadFrame("gone", GONE)
            is_slow_enough = self.frames.take()
            kind, sent = parse(text)
            frame_id = sent.id
            if not is_slow_enough:
                raise BadFrame("too-fast", "That was too fast. Wait a second and send it again.")
            await self._serve(kind, sent)
        except BadFrame as bad:
            await self._refuse(frame_id if bad.frame_id is None else bad.frame_id, bad.code, bad.message)
        except store.NoTable:
            await self._refuse(frame_id, "gone", GONE)
            await self._bye("gone", GONE)
        except (Error, OSError):
            log.warning("table_unreachable", table=getattr(self, "table_id", None), exc_info=True)
            await self._refuse(
                frame_id,
                "server-error",
                "The portal could not do that just now. Nothing was lost; try again.",
            )
        except Exception:
            log.exception("frame_failed", table=getattr(self, "table_id", None))
            await self._refuse(frame_id, "server-error", "Something went wrong. Nothing was lost; try again.")

    async def _refuse(self, frame_id: int | None, code: str, message: str) -> None:
        await self.tell(
            type="answer", id=frame_id, ok=False, code=code, message=message, version=self.version
        )

    async def _accept(self, frame_id: int | None, version: int) -> None:
        await self.tell(type="answer", id=frame_id, ok=True, version=version)

    async def _serve(self, kind: str, sent: Frame) -> None:
        if kind == "ping":
            version = await store.version_of(self.table_id)  # messages may be lost: only Postgres knows
            return await self.tell(type="pong", id=sent.id, version=version, build=settings.BUILD)
        if kind == "snapshot":
            await self.send_snapshot()
            return await self._accept(sent.id, self.version)
        if self.lease and kind not in SENT_BY_THE_PAGE:
            leases().input(self.lease)
            await self._show_life()
        if kind == "sit":
            return await self._sit(sent)
        if self.seat is None:
            raise BadFrame("not-seated", "You are watching. Take a seat at another table to play.", sent.id)
        if kind in COMMANDS:
            asked = COMMANDS[kind](self.seat, sent)
            return await self._answer(sent.id, await submit(self.table_id, asked, self.player))
        await self._OTHERS[kind](self, sent)

    async def _answer(self, frame_id: int | None, outcome: Outcome) -> None:
        if outcome.ok:
            return await self._accept(frame_id, outcome.version)
        await self._refuse(frame_id, outcome.code, outcome.message)
        if outcome.code in ("stale", "cost-changed", "not-seated"):
            await self.send_snapshot()

    async def _sit(self, sent: Any) -> None:
        if self.player is None:
            raise BadFrame("account-needed", "Sign in, or choose a guest's name first.", sent.id)
        table = await store.load(self.table_id)
        if table.setup.scored and not sent.confirm:
            told = await lobby.cost_of_new_game(self.player.user_id, table.setup.game, self.table_id)
            if told:
                raise BadFrame("other-game", told, sent.id)
        await self._answer(
            sent.id, await submit(self.table_id, commands.Sit(player=self.player, seat=sent.seat))
        )

    async def _chat(self, sent: Any) -> None:
        if not self.chats.take():
            raise BadFrame("too-fast", "You are writing very fast. Wait a few seconds.", sent.id)
        assert self.player is not None
        try:
            await chat.say(self.table_id, self.seat, self.player, sent.text, now())
        except ValueError as bad:
            raise BadFrame("bad-frame", str(bad), sent.id) from bad
        await self._accept(sent.id, self.version)

    async def _hint(self, sent: Any) -> None:
        """One legal choice with its reason, from the very view that the player has."""
        if not self.hints.take():
            raise BadFrame("too-fast", "One hint after the other, please. Wait a second.", sent.id)
        table = await store.load(self.table_id, fresh=True)
        assert self.seat is not None
        if table.setup.scored or not table.setup.hints:
            raise BadFrame("test-only", "Hints only exist in test games whose host allows them.", sent.id)
        if self.seat not in table.due():
            raise BadFrame("not-your-turn", "It is not your turn. Ask for a hint when it is.", sent.id)
        kind = game(table.setup.game)
        level = max(kind.engine.info.levels)
        view = seat_view(table, self.seat)
        choice = await asyncio.to_thread(
            kind.bot, view, self.seat, level, kind.budgets.get(level, 0) // HINT_SHARE
        )
        reason = {"code": choice.reason.code, "data": choice.reason.data}
        await self.tell(type="hint", act=choice.act, text=worded(table.setup.game, reason))
        await self._accept(sent.id, self.version)

    async def _here(self, sent: Any) -> None:
        """The answer to "still there?", if anybody has asked: whatever comes from a player is one."""
        await self._accept(sent.id, self.version)

    async def _show_life(self) -> None:
        """A sign of life; it changes the table only where somebody has asked."""
        if self.seat is None or (await store.load(self.table_id)).seats[self.seat].asked_at is None:
            return
        if (await submit(self.table_id, commands.Here(seat=self.seat), self.player)).ok:
            await evidence.note(self.table_id, self.seat, now(), "here")

    async def _seen(self, sent: Any) -> None:
        """The page has shown a warning: evidence, should its player count as having left."""
        assert self.seat is not None
        if sent.what not in evidence.WARNINGS:
            known = " and ".join(sorted(evidence.WARNINGS))
            raise BadFrame("bad-frame", f"what: A page can have shown {known}.", sent.id)
        if not self.warnings.take():
            raise BadFrame("too-fast", "No player is warned that often.", sent.id)
        table = await store.load(self.table_id)
        if table.setup.scored and table.status is Status.RUNNING:
            await evidence.note(self.table_id, self.seat, now(), "seen", word=sent.what)
        await self._accept(sent.id, self.version)

    _OTHERS: Mapping[str, Any] = {"chat": _chat, "hint": _hint, "here": _here, "seen": _seen}


def _player(asker: Who | None) -> commands.Player | None:
    if asker is None:
        return None
    return commands.Player(user_id=asker.user_id, guest_key=asker.guest_key or "", name=asker.name)


class BoardConsumer(WebSocket):
    """Tells the lobby that the public board has changed; the page fetches it."""

    async def connect(self) -> None:
        await hub().join(BOARD, self)

    async def disconnect(self) -> None:
        await hub().leave(BOARD, self)

    async def receive(self, text: str | None) -> None:
        refused = "This socket only tells; it takes no frames."
        await self.tell(type="answer", id=None, ok=False, code="unknown-type", message=refused)

    async def receive_published(self, news: News) -> None:
        await self.tell(type="board")

    async def resync(self) -> None:
        await self.tell(type="board")
