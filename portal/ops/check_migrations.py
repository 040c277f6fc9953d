"""For `make check`: no model without its migration, and no migration that would break a running portal.

Both need a database, so this starts a throw-away one. Exit code 0: all well.
"""

import os
import subprocess
import sys

from portal.data import ROOT
from portal.embedded import throw_away

COMMANDS = (
    ["makemigrations", "--check", "--dry-run"],
    ["lintmigrations", "--no-cache", "--warnings-as-errors"],
)


def main() -> int:
    """Run both; the exit code of the first that fails."""
    with throw_away() as addresses:
        environment = {
            **os.environ,
            **addresses,
            "SECRET_KEY": "only-for-checks",
            "PORTAL_ENV_FILE": os.devnull,
        }
        for command in COMMANDS:
            done = subprocess.run(
                [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=False
            )
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
