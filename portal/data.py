"""Where this portal keeps everything it writes, and the file of settings beside `manage.py`."""

import os
from pathlib import Path

from dotenv import load_dotenv

ROOT = Path(__file__).resolve().parent.parent


def read_env_file() -> None:
    """Take the settings in `.env` (or the file PORTAL_ENV_FILE) that the environment does not have yet."""
    load_dotenv(os.environ.get("PORTAL_ENV_FILE") or ROOT / ".env", override=False)


def data_folder() -> Path:
    """PORTAL_DATA, or `var/` beside `manage.py`."""
    return Path(os.environ.get("PORTAL_DATA") or ROOT / "var").absolute()


def environment_file(data: Path) -> Path:
    """The settings that `up` made for this data folder: a key, the addresses of its services."""
    return data / "portal.env"


def redis_prefix() -> str:
    """What stands before every key and channel, so that portals may share a Valkey."""
    return os.environ.get("REDIS_PREFIX", "portal:")
