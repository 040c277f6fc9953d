"""Calling the tables' functions from a plain view, whether they are async or not."""

from inspect import isawaitable
from typing import Any

from asgiref.sync import async_to_sync


def awaited(given: Any) -> Any:
    """`given`, waited for if it has to be."""
    return async_to_sync(_wait)(given) if isawaitable(given) else given


async def _wait(given: Any) -> Any:
    return await given
