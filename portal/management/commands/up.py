"""`up`: the whole portal on this machine, until Ctrl-C."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal.embedded import die_with_parent, is_free
from portal.own_machine import (
    ROOT,
    SERVICES,
    SITE,
    Site,
    keep_settings,
    own_settings,
    service_programs,
    services,
)
from portal.service_user import UnusableError, service_user, services_folder
from portal.supervise import Supervisor

LEFTOVER_S = 3  # so long may processes of a killed `up` take to end
LOG_BYTES = 20_000_000  # a longer log is put aside at the start


class Command(BaseCommand):
    """Starts Postgres, Valkey, Daphne, the workers and beat, and keeps them running."""

    help = "Run the whole portal on this machine. PORT, BIND and PORTAL_DATA in the environment change where."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with _only_one(settings.DATA_DIR):
                self._run(settings.DATA_DIR)
        except UnusableError as error:
            raise CommandError(str(error)) from error
        except PermissionError as error:
            raise CommandError(
                f"{error.filename} belongs to another user: start the portal as that one, "
                "or name another folder with PORTAL_DATA."
            ) from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _run(self, data: Path) -> None:
        if settings.HAS_SERVERS_OF_ITS_OWN:
            raise UnusableError(
                "DATABASE_URL or REDIS_URL is set, but `up` starts servers of its own. Unset both, or start "
                "the processes one by one as docs/operations.md says under 'Many machines'."
            )
        host, port = os.environ.get("BIND", "127.0.0.1"), _port()
        _check_free(host, port)
        user = service_user()
        kept = own_settings(data)
        postgres, valkey = services(services_folder(data, user, self._say), user, kept)
        kept |= {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url}
        keep_settings(data, kept)
        environment = {**kept, "REDIS_PREFIX": settings.REDIS_PREFIX, "PORTAL_DATA": str(data)}
        site = Site(host=host, port=port, data=data, redis_url=valkey.url, environment=environment)
        programs = [*service_programs(postgres, valkey), *site.programs()]
        self._supervise(Supervisor(programs, _logs(data, programs), self._say), site)

    def _supervise(self, supervisor: Supervisor, site: Site) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, lambda *_: supervisor.stop())
        try:
            supervisor.start(SERVICES)
            self._prepare(supervisor, site.environment)
            if not supervisor.is_stopping:
                supervisor.start(SITE)
            if not supervisor.is_stopping:
                self._say(
                    f"The portal is ready at {site.address} (Ctrl-C stops it; logs in {site.data / 'log'})"
                )
            supervisor.watch()
        finally:
            supervisor.shut_down()
        self._say("The portal has stopped.")

    def _prepare(self, supervisor: Supervisor, environment: Mapping[str, str]) -> None:
        """Run `manage.py prepare` beside us; ends early when told to stop."""
        process = subprocess.Popen(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT,
            env={**os.environ, **environment},
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        while process.poll() is None:
            if supervisor.is_stopping:
                process.terminate()
            time.sleep(0.05)
        if process.returncode and not supervisor.is_stopping:
            raise UnusableError("The database could not be prepared; what went wrong stands above.")


@contextmanager
def _only_one(data: Path) -> Iterator[None]:
    """Hold the data folder. Raises `UnusableError` if another `up` does."""
    data.mkdir(mode=0o711, parents=True, exist_ok=True)
    with (data / "up.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnusableError(
                f"A portal already runs on {data}: stop it first, or name another folder with PORTAL_DATA."
            ) from None
        yield


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not (text.isdecimal() and 0 < int(text) < 65_536):
        raise UnusableError(f"PORT is {text!r}: it has to be a number from 1 to 65535.")
    return int(text)


def _check_free(host: str, port: int) -> None:
    deadline = time.monotonic() + LEFTOVER_S
    while not is_free(port, host):
        if time.monotonic() > deadline:
            raise UnusableError(
                f"Port {port} at {host} is in use: stop what uses it, or choose another with PORT={port + 1}."
            )
        time.sleep(0.1)


def _logs(data: Path, programs: list[Any]) -> Path:
    """The folder of the logs; long ones are put aside under a name that ends in `.1`."""
    logs = data / "log"
    logs.mkdir(mode=0o700, exist_ok=True)
    for log in (logs / f"{each.name}.log" for each in programs):
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
    return logs
