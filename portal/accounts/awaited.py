"""Calling the tables' functions from a plain view, whether they are async or not."""

from inspect import isawaitable
from typing import Any

from asgiref.sync import SyncToAsync, async_to_sync


def awaited(given: Any) -> Any:
    """`given`, waited for if it has to be: on the server's loop, or, where there is none, on its own."""
    if not isawaitable(given):
        return given
    served = getattr(SyncToAsync.threadlocal, "main_event_loop", None) is not None
    return async_to_sync(_wait if served else _wait_once)(given)


async def _wait(given: Any) -> Any:
    return await given


async def _wait_once(given: Any) -> Any:
    """A loop for one call takes its connections with it when it ends."""
    from portal.tables import database, hub

    try:
        return await given
    finally:
        await hub.close()
        await database.close()
