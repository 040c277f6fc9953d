"""People without an account: a name in their session, marked as a guest's wherever it is shown."""

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from portal.accounts.names import clean_name
from portal.accounts.taken import is_taken, refuse_taken

_SLOT = "guest"


@dataclass(frozen=True, kw_only=True)
class Guest:
    """`key` is the session's own secret mark of this guest, `name` what others see."""

    key: str
    name: str


def guest_of(session: MutableMapping[str, Any] | None) -> Guest | None:
    """The guest of a session (Django's, in a request or a Channels scope), or None."""
    return read_guest((session or {}).get(_SLOT))


def read_guest(kept: Any) -> Guest | None:
    """The guest of what a session holds under "guest"."""
    return Guest(key=kept["key"], name=kept["name"]) if kept else None


def become_guest(request: HttpRequest, name: str) -> Guest:
    """Makes this session a guest's, or renames its guest. Raises ValidationError for a bad name."""
    cleaned = clean_name(name, guest=True)
    refuse_taken(cleaned)
    old = guest_of(request.session)
    guest = Guest(key=old.key if old else secrets.token_hex(16), name=cleaned)
    request.session[_SLOT] = {"key": guest.key, "name": guest.name}
    return guest


def proposed_name() -> str:
    """A name with which one click is enough: "Guest 4821"."""
    while is_taken(name := f"Guest {secrets.randbelow(9000) + 1000}"):
        continue
    return name
