"""One event loop for each worker thread, so that Celery's tasks use the same path, pool and cache as the web."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_own = threading.local()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end on this thread's loop."""
    if not hasattr(_own, "runner"):
        _own.runner = asyncio.Runner()
    runner: asyncio.Runner = _own.runner
    return runner.run(work)
