"""Keeps processes running: starts them in order, starts again what dies, stops all in the reverse order."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any

from portal.embedded import die_with_parent
from portal.service_user import UnusableError

LOOK_S = 0.2
START_S = 90  # until the first answer
STOP_S = 15  # from the request to stop until it is no longer a request
LONGEST_WAIT_S = 30
STEADY_S = 60  # who ran so long is started again without waiting


@dataclass(frozen=True, kw_only=True)
class Program:
    """What to run and how to tell that it works.

    `prepare` runs before every start, `answers` says whether it serves.
    """

    name: str
    argv: Callable[[], Sequence[str]]
    answers: Callable[[], bool]
    prepare: Callable[[], None] = lambda: None
    stop_signal: signal.Signals = signal.SIGTERM
    environment: Mapping[str, str] = field(default_factory=dict)
    popen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(kw_only=True)
class _Running:
    program: Program
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    wait_s: float = 0.0

    def start(self) -> None:
        self.program.prepare()
        with self.log.open("ab") as output:
            self.process = _spawn(self.program, output)
        self.started_at = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def restart_if_dead(self, say: Callable[[str], None]) -> None:
        """Start it again, later each time it dies young by itself; at once if somebody has killed it."""
        if self.is_alive:
            return
        if self.process is not None:
            ran_s = time.monotonic() - self.started_at
            self.kill_group()
            code, self.process = self.process.returncode, None
            is_steady = ran_s > STEADY_S or code == -signal.SIGKILL
            self.wait_s = 0 if is_steady else min(LONGEST_WAIT_S, max(0.5, self.wait_s * 2))
            say(f"{self.program.name} ended ({_how(code)}); it is started again in {self.wait_s:g} s.")
            self.started_at = time.monotonic()
        if time.monotonic() - self.started_at >= self.wait_s:
            self.start()

    def kill_group(self) -> None:
        """End whatever it left running."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                return


def _spawn(program: Program, output: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        program.argv(),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env={**os.environ, **program.environment},
        start_new_session=True,  # Ctrl-C is for the supervisor alone
        preexec_fn=die_with_parent(program.stop_signal),
        **program.popen,
    )


def _how(code: int) -> str:
    return f"exit {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


class Supervisor:
    """Runs programs until it is told to stop. `say` takes lines for the person at the terminal.

    Programs stand on floors: those of the first start before all others and stop after them.
    """

    def __init__(self, floors: Sequence[Sequence[Program]], logs: Path, say: Callable[[str], None]) -> None:
        self._floors = [
            [_Running(program=each, log=logs / f"{each.name}.log") for each in floor] for floor in floors
        ]
        self._say = say
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ask `start_floor` and `watch` to come back; safe in a signal handler."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        return self._stop.is_set()

    def start_floor(self, number: int) -> None:
        """Start the programs of a floor and wait until all answer, or until told to stop.

        Raises `UnusableError`, with the end of its log, if one dies or is silent for START_S seconds.
        """
        for each in self._floors[number]:
            if not self.is_stopping:
                each.start()
        for each in self._floors[number]:
            self._wait_for(each)

    def _wait_for(self, running: _Running) -> None:
        while not self.is_stopping and not running.program.answers():
            silent_s = time.monotonic() - running.started_at
            if not running.is_alive or silent_s > START_S:
                last = running.log.read_text(errors="replace")[-3000:]
                raise UnusableError(f"{running.program.name} did not start; see {running.log}:\n{last}")
            self._stop.wait(LOOK_S / 4)

    def watch(self) -> None:
        """Start again whatever dies, until told to stop."""
        while not self._stop.wait(LOOK_S):
            for each in chain.from_iterable(self._floors):
                each.restart_if_dead(self._say)

    def shut_down(self) -> None:
        """End all programs, the highest floor first, and whatever processes they made."""
        for floor in reversed(self._floors):
            for each in floor:
                if each.process is not None:
                    each.process.send_signal(each.program.stop_signal)
            deadline = time.monotonic() + STOP_S
            for each in floor:
                self._end(each, deadline)

    def _end(self, running: _Running, deadline: float) -> None:
        if running.process is None:
            return
        try:
            running.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._say(f"{running.program.name} did not stop within {STOP_S} s and is killed.")
        running.kill_group()
        running.process.wait()
