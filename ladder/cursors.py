"""Where a page of a board begins: the row before it, so that nobody is shown twice or never."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import astuple, dataclass

_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


class BadCursorError(ValueError):
    """A page's address that was cut or changed."""


@dataclass(frozen=True)
class Cursor:
    """A row's place in the order of a board: more points, fewer games, name, id (spec: portal, Leaderboards).

    `sinks` is the points' negative, so that all four grow downwards; `player_id` makes the order total.
    """

    sinks: int
    games: int
    name: str
    player_id: int

    def as_text(self) -> str:
        """For an address."""
        return urlsafe_b64encode(json.dumps(astuple(self)).encode()).decode().rstrip("=")

    @classmethod
    def from_text(cls, text: str) -> Cursor:
        """The cursor of an address. Raises BadCursorError."""
        try:
            found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        except ValueError:
            raise BadCursorError("This address was cut or changed.") from None
        match found:
            case [int(sinks), int(games), str(name), int(player_id)] if _fits(sinks, games, name, player_id):
                return cls(sinks, games, name, player_id)
        raise BadCursorError("This address was cut or changed.")


def _fits(sinks: int, games: int, name: str, player_id: int) -> bool:
    small = all(_SMALLEST <= number <= _LARGEST for number in (sinks, games))
    return small and abs(player_id) < 2**63 and "\0" not in name and name.isprintable()


TOP = Cursor(_SMALLEST, -1, "", 0)
"""Before the first row of every board."""
