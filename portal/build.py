"""What the running code is called, so that a page can tell that it is older."""

import hashlib
from pathlib import Path

_SHOWN = (
    "portal/**/static/**/*",
    "ladder/**/static/**/*",
    "games/*/static/**/*",
    "templates/**/*.html",
    "uv.lock",
)


def build_mark(base: Path) -> str:
    """A short mark of all that pages and server share: static files (of libraries too), templates."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _SHOWN for path in base.glob(pattern) if path.is_file()):
        digest.update(str(path.relative_to(base)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
