"""`python limited.py BYTES COMMAND …`: becomes COMMAND, with so much memory at most, and gone with its parent (Linux).

A script of its own, since limits cannot be set between fork and exec in a process with threads.
"""

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    memory = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606


if __name__ == "__main__":
    main()
