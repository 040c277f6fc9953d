"""Which processes belong to a data folder, and waiting for what processes do."""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def data_folder() -> Iterator[Path]:
    """A data folder that the services' user can enter, so that nothing is kept outside of it; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="portal-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "data"


def running_in(data: Path, words: str = "") -> list[int]:
    """Pids of the processes that `up` started for this data folder, those with `words` in their command.

    The site's processes know the folder from their environment, Postgres and Valkey work in it.
    """
    found, services = [], (data / "services").resolve()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environment = (process / "environ").read_bytes()
            works_there = services in (process / "cwd").resolve().parents
        except OSError:  # it has ended, or is another user's
            continue
        if words in command and (works_there or f"PORTAL_DATA={data}\0".encode() in environment):
            found.append(int(process.name))
    return sorted(found)


def cpu_s(pid: int) -> float:
    """Seconds of CPU that a process has used so far; 0 when it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(is_so: Callable[[], object], longest_s: float) -> None:
    """Look until it is so. Raises `AssertionError` after `longest_s` seconds."""
    deadline = time.monotonic() + longest_s
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < deadline, f"not so after {longest_s} s"
        pause.wait(0.1)
