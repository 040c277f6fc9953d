"""Postgres and Valkey from wheels, for one machine and for tests."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Where this portal keeps everything it writes: PORTAL_DATA, or `var/` beside `manage.py`."""
    return Path(os.environ.get("PORTAL_DATA") or Path(__file__).resolve().parent.parent / "var")
