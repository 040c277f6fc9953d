"""How often somebody may do a thing: a moving window in Valkey, shared by all processes.

Signing in, signing up and resetting are limited by allauth, at rates in the settings; this is for the rest.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from limits import parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

View = Callable[..., HttpResponse]


def limited(action: str, rate: str) -> Callable[[View], View]:
    """For a view: POSTs beyond `rate` ("20/minute") from one address get the page that says so (429)."""

    def around(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and not is_allowed(action, rate, address_of(request)):
                return too_many(request)
            return view(request, *args, **kwargs)

        return answer

    return around


def is_allowed(action: str, rate: str, asker: str) -> bool:
    """Whether `asker` (an address, a user's id, a guest's key) may do this once more; counts it if so."""
    return _limiter().hit(parse(rate), settings.REDIS_PREFIX, action, asker)


def is_exhausted(action: str, rate: str, asker: str) -> bool:
    """Whether `asker` has no more of this left; counts nothing."""
    return not _limiter().test(parse(rate), settings.REDIS_PREFIX, action, asker)


def address_of(request: HttpRequest) -> str:
    """The asker's network address, behind as many proxies as the settings say; on a unix socket "unix"."""
    return get_adapter(request).get_client_ip(request) if request.META.get("REMOTE_ADDR") else "unix"


def too_many(request: HttpRequest) -> HttpResponse:
    """The page for somebody who was too fast."""
    return render(request, "429.html", status=429)


@cache
def _limiter() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(storage_from_string(settings.REDIS_URL))
