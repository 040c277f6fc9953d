"""What the running code is called, so that a page can tell that it is older."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

_SHOWN = (
    "portal/**/static/**/*",
    "ladder/**/static/**/*",
    "templates/**/*.html",
    "uv.lock",
)


def build_mark(base: Path, games: Iterable[Path]) -> str:
    """A short mark of all that pages and server share: static files (of libraries and of the game folders in `games`
    too), templates.
    """
    digest = hashlib.sha256()
    for folder, patterns in ((base, _SHOWN), *((root, ("*/static/**/*",)) for root in games)):
        for path in sorted(path for pattern in patterns for path in folder.glob(pattern) if path.is_file()):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
