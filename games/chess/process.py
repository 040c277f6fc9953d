"""The UCI engine: one process for each process that asks, limited in time and memory, started anew when it dies.

Asking is safe from several threads; they take turns. Whatever goes wrong ends as `NoAnswer`, with the engine killed,
so that the next question meets a fresh one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import sys
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any, TypeVar

import chess
import chess.engine

SETTING = "CHESS_ENGINE"
"""The environment variable that names another engine: a command with its arguments."""
MEMORY = 1 << 30
"""Bytes of address space."""
START_S = 3.0
ANSWER_S = 2.0
"""Beyond a question's patience: an engine that has not answered by then is killed. No table waits so long."""
MATE_CP = 100_000
DECIDED_CP = 20_000
FAULTS = (chess.engine.EngineError, OSError, Late, TimeoutError, asyncio.CancelledError)
T = TypeVar("T")
log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """The engine did not start, died, broke its protocol, or took too long."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """`nodes` positions are looked at; `options` are those of the engine, `lines` the moves wanted, best first.

    `patience_s` is for a machine that is too busy: an engine that has not come to its positions by then (sunfish: after
    two thirds of it) answers what it has found, and the log says so.
    """

    nodes: int
    patience_s: float
    options: tuple[tuple[str, int | bool], ...] = ()
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class Found:
    """Moves, best first, and the worth of the best in centipawns for the side to move; a forced mate is worth more
    than `DECIDED_CP`.
    """

    moves: tuple[chess.Move, ...]
    centipawns: int


def command() -> list[str]:
    """The engine that the setting names, else sunfish's command as it was installed beside this Python."""
    named = shlex.split(os.environ.get(SETTING, ""))
    return named or [str(Path(sys.executable).parent / "sunfish-uci")]


class Supervisor:
    """Keeps one engine running."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._memory = memory
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._owner = 0
        self._running: tuple[asyncio.SubprocessTransport, chess.engine.UciProtocol] | None = None

    @property
    def pid(self) -> int | None:
        """The engine's process, for those who watch it."""
        return self._running[0].get_pid() if self._running else None

    def ask(self, board: chess.Board, question: Question) -> Found:
        """What the engine finds; afresh each time, so that no earlier question shapes the answer. Raises NoAnswer."""
        with self._lock:
            self._leave_behind_a_fork()
            if self._running is not None:
                try:
                    return self._asked(board, question)
                except chess.engine.EngineTerminatedError:
                    self._kill()  # it died since the last question: a fresh one answers this one
            try:
                self._running = self._wait(_start(command(), self._memory), START_S)
                return self._asked(board, question)
            except FAULTS as fault:
                raise self._no_answer(fault) from fault

    def _asked(self, board: chess.Board, question: Question) -> Found:
        """What the running engine says. Raises EngineTerminatedError where it has died, else NoAnswer."""
        assert self._running is not None
        try:
            return self._wait(_answer(self._running[1], board, question), question.patience_s + ANSWER_S)
        except chess.engine.EngineTerminatedError:
            raise
        except FAULTS as fault:
            raise self._no_answer(fault) from fault

    def _no_answer(self, fault: BaseException) -> NoAnswer:
        self._kill()
        return NoAnswer(f"{type(fault).__name__} {fault}".strip())

    def stop(self) -> None:
        """Ends the engine, if it runs."""
        with self._lock:
            self._leave_behind_a_fork()
            self._kill()

    def _leave_behind_a_fork(self) -> None:
        """A forked process has neither the loop nor the engine of the one that it came from."""
        if self._owner != os.getpid():
            self._owner, self._loop, self._running = os.getpid(), None, None

    def _wait(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_exception_handler(_only_surprises)
            Thread(target=self._loop.run_forever, name="chess engine", daemon=True).start()
        waiting = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return waiting.result(seconds)
        finally:
            waiting.cancel()

    def _kill(self) -> None:
        if self._running and self._loop:
            self._loop.call_soon_threadsafe(self._running[0].close)  # kills it where it still runs
        self._running = None


def _only_surprises(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An engine's end is told by `NoAnswer`, not a second time by its loop."""
    if not isinstance(context.get("exception"), chess.engine.EngineError):
        loop.default_exception_handler(context)


async def _start(
    engine: Sequence[str], memory: int
) -> tuple[asyncio.SubprocessTransport, chess.engine.UciProtocol]:
    limited = [sys.executable, "-I", "-S", str(Path(__file__).with_name("limited.py")), str(memory), *engine]
    return await chess.engine.popen_uci(limited, stderr=asyncio.subprocess.DEVNULL)


async def _answer(engine: chess.engine.UciProtocol, board: chess.Board, question: Question) -> Found:
    """What the search finds, or EngineTerminatedError as soon as the process is gone."""
    search = asyncio.ensure_future(_search(engine, board, question))
    either: list[asyncio.Future[Any]] = [search, engine.returncode]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not search.done():
            raise chess.engine.EngineTerminatedError("the engine's process has ended")
        return search.result()
    finally:
        search.cancel()


async def _search(engine: chess.engine.UciProtocol, board: chess.Board, question: Question) -> Found:
    known = {name: value for name, value in question.options if name in engine.options}
    lines = question.lines if "MultiPV" in engine.options else 1
    limit, begun = chess.engine.Limit(nodes=question.nodes, time=question.patience_s), time.monotonic()
    with await engine.analysis(
        board, limit, multipv=lines if lines > 1 else None, game=object(), options=known
    ) as search:
        infos = [info async for info in search]
        best = await search.wait()
    if best.move is None:
        raise chess.engine.EngineError("the engine names no move")
    took, looked = time.monotonic() - begun, max((info.get("nodes", 0) for info in infos), default=0)
    if looked < question.nodes and took > question.patience_s / 2:
        log.warning("chess_engine_cut: %s of %s positions in %.1f s", looked, question.nodes, took)
    others = [info["pv"][0] for info in search.multipv[1:] if info.get("pv")]
    return Found(
        moves=(best.move, *(move for move in others if move != best.move)), centipawns=_worth(board, infos)
    )


def _worth(board: chess.Board, infos: Sequence[chess.engine.InfoDict]) -> int:
    """The worth at the deepest look that fixed it: exact, or between two bounds (some engines narrow it down)."""
    worth, depth = 0, 0
    low: int | None = None
    high: int | None = None
    for info in infos:
        if "score" not in info or info.get("multipv", 1) != 1:
            continue
        if info.get("depth", depth) != depth:
            depth, low, high = info["depth"], None, None
        said = info["score"].pov(board.turn).score(mate_score=MATE_CP)
        low = low if info.get("upperbound") else said
        high = high if info.get("lowerbound") else said
        if low is not None and high is not None:
            worth = (low + high) // 2
        elif abs(said) >= DECIDED_CP and (said < 0) is bool(info.get("upperbound")):
            worth = said
    return worth
