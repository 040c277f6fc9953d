"""Who runs Postgres and Valkey: whoever started us, or an unprivileged user where that is root.

Postgres refuses to run as root. Only folders made for the purpose are given to the service user; where it
cannot enter the portal's folder (a clone below `/root`, say), data and binaries lie outside of it instead.
"""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

DEFAULT_NAME = "nobody"
OUTSIDE = Path("/var/lib")


class UnusableError(Exception):
    """Something about this machine that its owner has to change; the message says what."""


@dataclass(frozen=True, kw_only=True)
class ServiceUser:
    """The user that owns the services' folders; `uid` None: the one we are already."""

    uid: int | None = None
    gid: int | None = None
    name: str = ""

    def popen(self) -> dict[str, Any]:
        """Arguments of `subprocess` that make a process run as this user."""
        return {} if self.uid is None else {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give a file or folder that we made to this user."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)

    def folder(self, path: Path) -> Path:
        """`path` as a folder that only this user may enter (mode 0700), made if it is not there."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.own(path)
        return path

    def can(self, flag: str, path: Path) -> bool:
        """What `test -r`, `-x` or `-w` says to this user."""
        return subprocess.run(["test", flag, str(path)], check=False, cwd="/", **self.popen()).returncode == 0


def service_user() -> ServiceUser:
    """The user for the services: PORTAL_SERVICE_USER or `nobody` when we are root, else ourselves.

    Raises `UnusableError` if there is no such user, or if that is root too.
    """
    if os.geteuid() != 0:
        return ServiceUser()
    name = os.environ.get("PORTAL_SERVICE_USER") or DEFAULT_NAME
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UnusableError(
            f"There is no user {name!r}: set PORTAL_SERVICE_USER to one that exists."
        ) from None
    if entry.pw_uid == 0:
        raise UnusableError("Postgres does not run as root: set PORTAL_SERVICE_USER to an ordinary user.")
    return ServiceUser(uid=entry.pw_uid, gid=entry.pw_gid, name=name)


def services_folder(data: Path, user: ServiceUser, say: Callable[[str], None]) -> Path:
    """The folder for the services' files: `services` in the data folder, or what that links to.

    The first time decides, so that data once written is found again whatever becomes of the folders' modes.
    """
    inside = data / "services"
    if inside.exists():
        return inside.resolve()
    if inside.is_symlink():
        raise UnusableError(
            f"The database was kept in {inside.readlink()}, which is gone: {inside} points to it."
        )
    if user.can("-x", data):
        inside.mkdir(mode=0o711)
        return inside
    outside = OUTSIDE / f"game-portal-{sha256(bytes(data.resolve())).hexdigest()[:8]}"
    outside.mkdir(mode=0o711, exist_ok=True)
    inside.symlink_to(outside)
    say(f"The user {user.name} cannot enter {data}: the database is kept in {outside}.")
    return outside


def reachable(program: Path, parts: list[Path], user: ServiceUser, folder: Path) -> Path:
    """`program` itself if the user may run it, else its copy in `folder`.

    `parts`: the folders that it needs, its own first; all lie side by side below the parent of the last.
    """
    if user.can("-x", program):
        return program
    top = parts[-1].parent
    for part in parts:
        if part.exists() and not (folder / part.relative_to(top)).exists():
            shutil.copytree(part, folder / part.relative_to(top), symlinks=True)
    return folder / program.relative_to(top)
