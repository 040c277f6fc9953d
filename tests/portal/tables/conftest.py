"""Tables on a real Postgres and Valkey: nothing of one test is left for the next."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async


@pytest.fixture(autouse=True)
async def _own_loop() -> AsyncIterator[None]:
    """Pool, hub and cache of one test end with it."""
    from django.db import connections

    from portal.tables import database, hub, presence, store

    store.forget()
    yield
    presence.leases().stop()
    await hub.close()
    await database.close()
    await sync_to_async(connections.close_all)()
    store.forget()


@pytest.fixture
def commands_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands sent at once race each other, as those of several processes do."""
    from portal.tables import play

    monkeypatch.setattr(play, "_turn", lambda table_id: asyncio.Lock())


@pytest.fixture
def quick_computers(settings: Any) -> None:
    settings.BOT_PACE_MS = (0, 0)


@pytest.fixture
async def people(transactional_db: None) -> list[Any]:
    """Four accounts."""
    from django.contrib.auth import get_user_model

    make = sync_to_async(get_user_model().objects.create_user)
    names = ("Anna", "Beate", "Cemal", "Danny")
    return [await make(username=name, email=f"{name}@example.org", password=None) for name in names]


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets may send as fast as they like (the limits have tests of their own)."""
    from portal.tables.limit import Bucket

    monkeypatch.setattr(Bucket, "take", lambda self: True)
