"""Showing values that somebody else wrote: short, on one line, and in plain ASCII."""

from __future__ import annotations

import reprlib

from games.api import Json

_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother = 2, 40, 40
_SHORT.maxlist = _SHORT.maxdict = 4


def shown(value: Json) -> str:
    """The value as Python would write it, cut down.

    >>> shown("\\ud800 and a long tale of cards that nobody asked for")
    "'\\\\ud800 and a lo...at nobody asked for'"
    """
    return _SHORT.repr(value).encode("ascii", "backslashreplace").decode().replace("\n", " ")
