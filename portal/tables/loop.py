"""One event loop for each worker process, so that Celery's tasks use the same path, pool and cache as the web."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def _runner() -> asyncio.Runner:
    return asyncio.Runner()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end on this process's loop."""
    return _runner().run(work)
