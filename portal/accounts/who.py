"""Who somebody is to a table: an account, or a guest by session."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from channels.auth import get_user
from django.conf import settings
from django.http import HttpRequest

from portal.accounts.guests import become_guest, guest_of, proposed_name, read_guest


@dataclass(frozen=True, kw_only=True)
class Who:
    """Exactly one of `user_id` and `guest_key` is set; `name` is what others see."""

    user_id: int | None
    guest_key: str | None
    name: str

    @property
    def is_guest(self) -> bool:
        return self.user_id is None


def who(asker: HttpRequest | Mapping[str, Any]) -> Who | None:
    """Who a Django request or a Channels scope (behind AuthMiddlewareStack) comes from; None: a stranger."""
    if isinstance(asker, HttpRequest):
        return _of(asker.user, guest_of(asker.session))
    return _of(asker.get("user"), guest_of(asker.get("session")))


async def awho(request: HttpRequest) -> Who | None:
    """The same for a request in an async view."""
    return _of(await request.auser(), read_guest(await request.session.aget("guest")))


async def still_holds(scope: Mapping[str, Any]) -> bool:
    """Whether the session of an account's Channels scope has not ended since: read anew, with its account."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    user = await get_user({"session": store(scope["session"].session_key)})
    return bool(user.is_authenticated)


def ensure_who(request: HttpRequest) -> Who:
    """Who the request comes from; a stranger becomes a guest with a proposed name: one click is enough."""
    known = who(request)
    if known is not None:
        return known
    guest = become_guest(request, proposed_name())
    return Who(user_id=None, guest_key=guest.key, name=guest.name)


def _of(user: Any, guest: Any) -> Who | None:
    if user is not None and user.is_authenticated:
        return Who(user_id=user.pk, guest_key=None, name=user.display_name)
    return Who(user_id=None, guest_key=guest.key, name=guest.name) if guest else None
