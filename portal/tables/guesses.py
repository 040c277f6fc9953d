"""Wrong room codes are counted by address: nobody finds tables by trying (spec: portal, Room codes).

While Valkey is away nothing is counted: whoever has a seat must be able to come back to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from django.http import HttpRequest
from redis.exceptions import RedisError

from portal.accounts.rates import address_of, is_allowed, is_exhausted

log = structlog.get_logger(__name__)

ACTION, RATE = "wrong-code", "30/minute"
TOO_MANY = "Too many wrong codes came from your network. Wait a minute and try again."


def note_wrong(request: HttpRequest) -> None:
    """Counts a code of which there is no table."""
    try:
        is_allowed(ACTION, RATE, address_of(request))
    except (RedisError, OSError):
        log.warning("guesses_not_counted")


def too_many(request: HttpRequest) -> bool:
    """Whether so many wrong codes have come from this address that it gets no table now."""
    try:
        return is_exhausted(ACTION, RATE, address_of(request))
    except (RedisError, OSError):
        log.warning("guesses_not_counted")
        return False


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """What a socket's scope tells of its address, as a request tells it."""
    request = HttpRequest()
    client = scope.get("client")
    request.META["REMOTE_ADDR"] = client[0] if client else ""
    for name, value in scope.get("headers", ()):
        if name == b"x-forwarded-for":
            request.META["HTTP_X_FORWARDED_FOR"] = value.decode("latin-1")
    return request


async def anote_wrong(scope: Mapping[str, Any]) -> None:
    await asyncio.to_thread(note_wrong, request_of(scope))


async def atoo_many(scope: Mapping[str, Any]) -> bool:
    return await asyncio.to_thread(too_many, request_of(scope))
