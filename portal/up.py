"""`manage.py up`: the whole portal on this machine, until Ctrl-C.

It loads no Django of its own, which would make a start half as long again.
"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from portal.data import ROOT, data_folder, read_env_file
from portal.embedded import die_with_parent, is_free
from portal.own_machine import Site, keep_settings, own_settings, service_programs, services
from portal.service_user import UnusableError, service_user, services_folder
from portal.supervise import Program, Supervisor

LEFTOVER_S = 3  # so long may processes of a killed `up` take to end
LOG_BYTES = 20_000_000  # a longer log is put aside at the start


def main() -> int:
    """Run until told to stop; the exit code. What the owner has to change is said on standard error."""
    read_env_file()
    data = data_folder()
    try:
        with _only_one(data):
            _run(data)
    except UnusableError as error:
        return _fail(str(error))
    except PermissionError as error:
        return _fail(
            f"You may not write {error.filename}: start the portal as the user that it belongs to, "
            "or name another folder with PORTAL_DATA."
        )
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


def _fail(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


def _run(data: Path) -> None:
    if "DATABASE_URL" in os.environ or "REDIS_URL" in os.environ:
        raise UnusableError(
            "DATABASE_URL or REDIS_URL is set, but `up` starts servers of its own. Unset both, or start the "
            "processes one by one as docs/operations.md says under 'Many machines'."
        )
    host, port = os.environ.get("BIND", "127.0.0.1"), _port()
    _check_free(host, port)
    user = service_user()
    kept = own_settings(data)
    postgres, valkey = services(services_folder(data, user, _say), user, kept, port)
    kept |= {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url}
    keep_settings(data, kept)
    site = Site(host=host, port=port, data=data, settings={**kept, "PORTAL_DATA": str(data)})
    programs = [service_programs(postgres, valkey), site.programs()]
    _supervise(Supervisor(programs, _logs(data, [*programs[0], *programs[1]]), _say), site)


def _supervise(supervisor: Supervisor, site: Site) -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda *_: supervisor.stop())
    try:
        supervisor.start_floor(0)
        _prepare(supervisor, site)
        supervisor.start_floor(1)
        if not supervisor.is_stopping:
            if "EMAIL_URL" not in {**os.environ, **site.settings}:
                _say(
                    f"Mail goes nowhere but into {site.data / 'log' / 'daphne.log'} until EMAIL_URL names a server"
                )
            _say(f"The portal is ready at {site.address} (Ctrl-C stops it; logs are in {site.data / 'log'})")
        supervisor.watch()
    finally:
        supervisor.shut_down()
    _say("The portal has stopped.")


def _prepare(supervisor: Supervisor, site: Site) -> None:
    """Run `manage.py prepare` to its end, or until told to stop."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env={**os.environ, **site.settings},
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


def _logs(data: Path, programs: Sequence[Program]) -> Path:
    """The folder of the logs; long ones are put aside under a name that ends in `.1`."""
    logs = data / "log"
    logs.mkdir(mode=0o700, exist_ok=True)
    for log in (logs / f"{each.name}.log" for each in programs):
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
    return logs
