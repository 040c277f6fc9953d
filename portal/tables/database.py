"""One pool of asynchronous connections for each event loop: the path of acts runs beside Django's ORM."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

Pool = AsyncConnectionPool[AsyncConnection[TupleRow]]

_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, Pool] = WeakKeyDictionary()


async def pool() -> Pool:
    """This loop's pool, opened on first use. Connections are in autocommit: a transaction is asked for by name.

    The few statements are planned once a connection: each finds its rows by key, whatever is asked for, and planning
    anew costs a fresh process more than they do.
    """
    loop = asyncio.get_running_loop()
    found = _pools.get(loop)
    if found is None:
        found = AsyncConnectionPool(
            kwargs={"autocommit": True, "prepare_threshold": 0, **_address()},
            min_size=1,
            max_size=settings.TABLE_POOL,
            open=False,
            check=None,
            timeout=10,
        )
        _pools[loop] = found
        await found.open()
    return found


def _address() -> dict[str, object]:
    """Where Django's own connections go (the test database while testing)."""
    kept = {k: v for k, v in connection.get_connection_params().items() if k in _PASSED_ON}
    return {**kept, "options": f"{kept.get('options') or ''} -c plan_cache_mode=force_generic_plan".strip()}


_PASSED_ON = ("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "options")


async def close() -> None:
    """Closes this loop's pool (end of a worker's loop, end of a test)."""
    found = _pools.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.close()
