"""`manage.py up`, run as a person would run it: a real start, real kills, a real Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from portal.data import ROOT
from portal.embedded import free_port
from tests.portal.processes import data_folder, running_in, wait_until

pytestmark = pytest.mark.slow

OF_THE_TESTS = {
    "DATABASE_URL",
    "REDIS_URL",
    "REDIS_PREFIX",
    "SECRET_KEY",
    "STATIC_FROM_SOURCE",
    "DATABASE_POOL",
}
START_S, STOP_S, RESTART_S = 90, 40, 60


def start(data: Path, port: int, **environment: str) -> subprocess.Popen[str]:
    """`manage.py up` with its output in a pipe; the rest of the tests' environment is not for it."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    return subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env={**kept, "PORTAL_DATA": str(data), "PORT": str(port), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def lines_until(process: subprocess.Popen[str], sign: str) -> str:
    """What it printed up to the line that holds `sign`, or to its end."""
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if sign in line:
            break
    return printed


def end(process: subprocess.Popen[str], signum: int = signal.SIGINT) -> str:
    """Ask it to stop; what it still printed."""
    process.send_signal(signum)
    return process.communicate(timeout=STOP_S)[0]


def is_healthy(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.fixture(scope="module")
def portal() -> Iterator[tuple[Path, int, str]]:
    """A portal that runs: its data folder, its port, what it printed at the start."""
    with data_folder() as data:
        port = free_port()
        process = start(data, port)
        try:
            yield data, port, lines_until(process, "ready")
        finally:
            end(process)


@pytest.fixture
def data() -> Iterator[Path]:
    with data_folder() as folder:
        yield folder


def test_the_first_start_prints_the_address_and_a_password_and_serves(portal: tuple[Path, int, str]) -> None:
    _, port, printed = portal
    assert f"The portal is ready at http://127.0.0.1:{port}/" in printed
    assert "Mail goes nowhere but into" in printed
    assert re.search(r"administrator is 'admin' with the password \S{16} \(shown only now\)", printed)
    assert is_healthy(port)


def test_secrets_are_for_the_owners_eyes_only(portal: tuple[Path, int, str]) -> None:
    data, _, _ = portal
    assert (data / "portal.env").stat().st_mode & 0o777 == 0o600
    assert (data / "services" / "database").stat().st_mode & 0o777 == 0o700


def test_a_second_start_on_the_same_data_is_refused(portal: tuple[Path, int, str]) -> None:
    data, _, _ = portal
    second = start(data, free_port())
    assert "A portal already runs on" in second.communicate(timeout=START_S)[0]
    assert second.returncode == 1


@pytest.mark.parametrize("name", ["daphne", "postgres -D", "valkey-server", "worker -n clock"])
def test_what_is_killed_is_started_again(portal: tuple[Path, int, str], name: str) -> None:
    data, port, _ = portal
    before = running_in(data, name)
    assert before
    os.kill(before[0], signal.SIGKILL)
    wait_until(lambda: set(running_in(data, name)) - set(before) and is_healthy(port), RESTART_S)


def test_a_busy_port_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start(tmp_path / "data", port)
        printed = process.communicate(timeout=START_S)[0]
    assert f"Port {port} at 127.0.0.1 is in use" in printed
    assert process.returncode == 1
    assert not (tmp_path / "data" / "services").exists()


def test_a_port_that_is_no_number_is_refused(tmp_path: Path) -> None:
    process = start(tmp_path / "data", 0, PORT="eight")
    assert "PORT is 'eight': it has to be a number" in process.communicate(timeout=START_S)[0]


def test_servers_of_your_own_and_up_exclude_each_other(tmp_path: Path) -> None:
    process = start(tmp_path / "data", 8000, DATABASE_URL="postgresql://elsewhere/portal")
    assert "`up` starts servers of its own" in process.communicate(timeout=START_S)[0]


def test_a_database_whose_password_is_lost_is_said_and_left_alone(data: Path) -> None:
    (data / "services" / "database" / "postgres").mkdir(parents=True)
    process = start(data, free_port())
    printed = process.communicate(timeout=START_S)[0]
    assert f"There is a database in {data}/services/database/postgres, but not its password" in printed
    assert "Put that file back, or move" in printed
    assert process.returncode == 1
    assert not (data / "portal.env").exists()


def test_it_ends_without_a_process_and_finds_its_data_again(data: Path) -> None:
    port = free_port()
    process = start(data, port)
    first = lines_until(process, "ready")
    assert "The portal has stopped." in end(process)
    assert (process.returncode, running_in(data)) == (0, [])
    again = start(data, port)
    second = lines_until(again, "ready")
    again.kill()  # not even a supervisor that is killed leaves anything running
    again.communicate(timeout=STOP_S)
    wait_until(lambda: not running_in(data), STOP_S)
    assert "password" in first
    assert "ready" in second
    assert "password" not in second
