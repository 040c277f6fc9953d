"""`python limited.py BYTES COMMAND …`: becomes COMMAND, with so much memory at most. A script of its own, since limits
cannot be set between fork and exec in a process with threads.
"""

import os
import resource
import sys


def main() -> None:
    memory = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606


if __name__ == "__main__":
    main()
