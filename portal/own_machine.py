"""The portal on one machine: which programs it consists of, and the settings that it makes for itself."""

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from celery import Celery
from kombu.exceptions import OperationalError

from portal.data import ROOT, environment_file, redis_prefix
from portal.embedded import Postgres, Valkey, free_port
from portal.service_user import ServiceUser, UnusableError
from portal.supervise import Program

PING_S = 1.0


def own_settings(data: Path) -> dict[str, str]:
    """SECRET_KEY and the addresses of the services, as they were the last time, or new."""
    path = environment_file(data)
    kept = dict(line.split("=", 1) for line in path.read_text().splitlines()) if path.exists() else {}
    return {
        "SECRET_KEY": os.environ.get("SECRET_KEY") or kept.get("SECRET_KEY") or secrets.token_urlsafe(50),
        "DATABASE_URL": kept.get("DATABASE_URL", ""),
        "REDIS_URL": kept.get("REDIS_URL", ""),
    }


def keep_settings(data: Path, settings: Mapping[str, str]) -> None:
    """Write them for the owner's eyes only; a crash leaves the old file or the new one."""
    new = data / "portal.env.new"
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    new.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    new.replace(environment_file(data))


def services(
    folder: Path, user: ServiceUser, settings: Mapping[str, str], site_port: int
) -> tuple[Postgres, Valkey]:
    """Both services with the passwords of `settings`, and its ports where they are still free; not at the
    site's own port, at which nothing listens yet.

    Raises `UnusableError` if there is a database whose password is not among the settings.
    """
    database, valkey = urlsplit(settings["DATABASE_URL"]), urlsplit(settings["REDIS_URL"])
    postgres = Postgres(
        folder=folder / "database",
        user=user,
        password=database.password or secrets.token_hex(16),
        port=free_port(database.port or 0, but={site_port}),
    )
    if postgres.cluster.exists() and not database.password:
        raise UnusableError(
            f"There is a database in {postgres.cluster}, but not its password, which stood in portal.env in the "
            f"data folder. Put that file back, or move {postgres.folder} away to begin with an empty database."
        )
    return (
        postgres,
        Valkey(
            folder=folder / "valkey",
            user=user,
            password=valkey.password or secrets.token_hex(16),
            port=free_port(valkey.port or 0, but={site_port, postgres.port}),
        ),
    )


def service_programs(postgres: Postgres, valkey: Valkey) -> list[Program]:
    """The floor on which the others stand."""
    return [
        Program(
            name=name,
            argv=service.argv,
            answers=service.answers,
            prepare=service.prepare,
            stop_signal=service.stop_signal,
            popen={"cwd": "/", **service.user.popen()},
        )
        for name, service in (("postgres", postgres), ("valkey", valkey))
    ]


@dataclass(frozen=True, kw_only=True)
class Site:
    """The portal's own processes: Daphne, three Celery workers, beat."""

    host: str
    port: int
    data: Path
    settings: Mapping[str, str]

    @property
    def address(self) -> str:
        return f"http://{'localhost' if self.host in ('0.0.0.0', '::') else self.host}:{self.port}/"  # noqa: S104

    def programs(self) -> list[Program]:
        """All of them, on the floor above the services."""
        processes = os.environ.get("WORKERS") or str(os.cpu_count() or 1)
        one_at_a_time = ["--pool=threads", "--concurrency=1", "--disable-prefetch"]
        quick = ["--without-gossip", "--without-mingle", "--loglevel=INFO"]
        # Beat keeps no notes of its runs: a file torn by a crash would stop it; all tasks come soon again.
        beat = ["-m", "celery", "-A", "portal", "beat", "--scheduler=celery.beat:Scheduler", "--pidfile="]
        # A socket whose cable was cut answers no ping and is closed within fifteen seconds.
        alive = ["--ping-interval", "5", "--ping-timeout", "10"]
        daphne = ["-m", "daphne", "-b", self.host, "-p", str(self.port), "--no-server-name", *alive]
        return [
            self._program("daphne", [*daphne, "portal.asgi:application"], self._is_healthy),
            # Alone on their queue, so that nothing else can ever keep the clock waiting; two of them, each with one
            # tick in hand and none in store, so that it goes on without a gap when one dies.
            *(self._worker(name, ["-Q", "clock", *one_at_a_time, *quick]) for name in ("clock", "clock-2")),
            self._worker("work", ["-Q", "bots,rest", f"--concurrency={processes}", *quick]),
            self._program("beat", beat, lambda: True),  # it takes no questions
        ]

    def _worker(self, name: str, options: list[str]) -> Program:
        argv = ["-m", "celery", "-A", "portal", "worker", "-n", f"{name}@portal", *options]
        # `prepare` has run Django's checks; without them a worker is back in two thirds of the time.
        return self._program(name, argv, partial(self._worker_answers, name), CELERY_SKIP_CHECKS="1")

    def _program(
        self, name: str, arguments: list[str], answers: Callable[[], bool], **environment: str
    ) -> Program:
        return Program(
            name=name,
            argv=lambda: [sys.executable, *arguments],
            answers=answers,
            environment={**self.settings, **environment},
            popen={"cwd": ROOT},
        )

    def _is_healthy(self) -> bool:
        host = "127.0.0.1" if self.host == "0.0.0.0" else self.host  # noqa: S104
        try:
            with urlopen(f"http://{host}:{self.port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, TimeoutError, ConnectionError):
            return False

    def _worker_answers(self, name: str) -> bool:
        broker = Celery("ask", broker=self.settings["REDIS_URL"])
        broker.conf.broker_transport_options = {"global_keyprefix": redis_prefix()}
        try:
            return bool(broker.control.ping(destination=[f"{name}@portal"], timeout=PING_S, limit=1))
        except OperationalError:
            return False
        finally:
            broker.close()
