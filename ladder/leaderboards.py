"""Reading the boards: pages by cursor, ranks, 'find me' (spec: portal, Leaderboards)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection
from django.urls import reverse

from ladder.cursors import TOP, Cursor
from ladder.kinds import kinds, level_title
from ladder.periods import ALL_TIME
from ladder.statements import statement

PAGE_SIZE = 50
ABOVE_ME = 10  # rows that 'find me' shows above one's own
TOP_ROWS = 3  # of each board on the home page


@dataclass(frozen=True, kw_only=True)
class Board:
    """One leaderboard: a game kind, a level, a period (`ladder.periods`)."""

    game: str
    level: int
    period: str = ALL_TIME


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of a board. `name` is what is shown; `key` is the name as the order takes it."""

    rank: int
    player_id: int
    name: str
    points: int
    games: int
    won: int
    drawn: int
    lost: int
    left: int
    key: str

    @property
    def cursor(self) -> Cursor:
        """This row's place in the order."""
        return Cursor(-self.points, self.games, self.key, self.player_id)


@dataclass(frozen=True, kw_only=True)
class Page:
    """Up to a page of rows; `before` and `after` lead to the neighbours, None where there is none."""

    rows: Sequence[Row]
    before: Cursor | None
    after: Cursor | None


def page(board: Board, after: Cursor = TOP, size: int = PAGE_SIZE) -> Page:
    """The rows that follow `after`."""
    rows = _rows(board, after, size + 1)
    shown, more = rows[:size], rows[size:]
    return Page(
        rows=shown,
        before=shown[0].cursor if shown and after != TOP else None,
        after=shown[-1].cursor if more else None,
    )


def page_before(board: Board, before: Cursor, size: int = PAGE_SIZE) -> Page:
    """The rows above `before`; the first page where there are fewer than a page."""
    rows = _rows(board, before, size + 1, is_above=True)
    if len(rows) <= size:
        return page(board, size=size)
    return Page(rows=rows[1:], before=rows[1].cursor, after=rows[-1].cursor)


def find(board: Board, player_id: int) -> Cursor | None:
    """Where a page must begin to show this player a little below its top; None if they are not on the
    board.
    """
    row = own_row(board, player_id)
    if row is None:
        return None
    above = _rows(board, row.cursor, ABOVE_ME + 1, is_above=True)
    return above[0].cursor if len(above) > ABOVE_ME else TOP


def own_row(board: Board, player_id: int) -> Row | None:
    """This player's line, or None: no scored game in that period, or a closed account."""
    rows = ranks(player_id, board.period)
    return rows.get((board.game, board.level))


def ranks(player_id: int, period: str = ALL_TIME) -> Mapping[tuple[str, int], Row]:
    """The player's line on each board of a period, by game and level."""
    with connection.cursor() as cursor:
        cursor.execute(statement("rank"), {"player_id": player_id, "period": period})
        found = cursor.fetchall()
    names = ("points", "games", "won", "drawn", "lost", "left", "key", "rank")
    return {
        (game, level): Row(player_id=player_id, name=row[6], **dict(zip(names, row, strict=True)))
        for game, level, *row in found
    }


def sizes(period: str = ALL_TIME) -> Mapping[tuple[str, int], int]:
    """How many players each board has, by game and level; empty boards are missing."""
    with connection.cursor() as cursor:
        cursor.execute(statement("sizes"), {"period": period})
        return {(game, level): players for game, level, players in cursor.fetchall()}


def tops() -> list[dict[str, Any]]:
    """For the home page: the first few of each game's fullest board, as title, address and rows."""
    players = sizes()
    found = []
    for info in kinds():
        levels = {level: n for (game, level), n in players.items() if game == info.slug}
        if not levels:
            continue
        level = max(levels, key=lambda one: (levels[one], -one))
        rows = page(Board(game=info.slug, level=level), size=TOP_ROWS).rows
        address = reverse("ladder:board", args=[info.slug, level])
        found.append({"title": f"{info.title}, {level_title(level)}", "href": address, "rows": rows})
    return found


def _rows(board: Board, edge: Cursor, limit: int, *, is_above: bool = False) -> list[Row]:
    """Up to `limit` rows next to `edge`, below or above it, always in the board's order."""
    pieces = {"beyond": "<", "turned": "DESC"} if is_above else {"beyond": ">", "turned": "ASC"}
    params = {**asdict(board), **asdict(edge), "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(statement("page", **pieces), params)
        found = cursor.fetchall()
    names = ("rank", "player_id", "name", "points", "games", "won", "drawn", "lost", "left", "key")
    return [Row(**dict(zip(names, row, strict=True))) for row in found]
