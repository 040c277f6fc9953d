"""Making tables, finding them, sitting down: what the pages around a table ask."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from games.api import BadOptions, Seat
from games.registry import game, slugs
from ladder.leaving import Settlement
from portal.accounts.who import Who
from portal.tables import commands as c
from portal.tables import settlement, store
from portal.tables.database import pool
from portal.tables.decide.leaving import cost
from portal.tables.drain import NO_NEW_GAMES, is_draining
from portal.tables.lifecycle import LEVEL_TITLES
from portal.tables.play import now, submit
from portal.tables.snapshot import Snapshot
from portal.tables.views_of import length_text

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No 0 O 1 I L: a code is read out and typed by people."""
CODE_LENGTH = 5
CODE_TRIES = 10


class NoCode(RuntimeError):
    """No free room code was found."""


class Draining(ValueError):
    """No new game begins, as the portal is about to restart."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """A table as its maker asks for it, unchecked."""

    game: str
    seats: int
    options: Mapping[str, Any]
    scored: bool = False
    level: int = 1
    move_time_s: int = 0
    public: bool = False
    people_only: bool = False
    programs: bool = False
    undo: bool = True
    hints: bool = True
    by_lot: bool = False
    own_seat: int | None = None
    """The seat that the maker takes; None: the first (and with `by_lot` the one that the lot gives)."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One table on a list: the public board, one's own running tables."""

    code: str
    game: str
    game_title: str
    rule_set_title: str
    scored: bool
    level_title: str
    length_text: str
    move_time_s: int
    status: str
    people_only: bool
    host: str
    host_is_guest: bool
    seats_taken: int
    seats: int

    @property
    def detail(self) -> str:
        """Where it stands, in one sentence."""
        if self.status == "open":
            return f"Waiting for players: {self.seats_taken} of {self.seats} seats are taken."
        return "The game is running." if self.status == "running" else "The game is over."


def random_code() -> str:
    """A fresh room code, unguessable: about 28 million of them."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def clean_code(typed: str) -> str:
    """What somebody typed as a room code: any case, with spaces or dashes."""
    return "".join(ch for ch in typed.upper() if ch.isalnum())


def checked(wish: Wish) -> dict[str, Any]:
    """The columns of a new table. Raises BadOptions with a sentence for what cannot be played."""
    info, engine = game(wish.game).engine.info, game(wish.game).engine
    options = engine.normalise(wish.options, wish.seats)
    if wish.level not in info.levels:
        raise BadOptions(
            "level", f"{LEVEL_TITLES.get(wish.level, 'This level')} computers do not exist here yet."
        )
    for option in engine.options(options.get("rule_set", ""), wish.seats):
        if wish.scored and option.test_only and options.get(option.name, option.default) != option.default:
            raise BadOptions(option.name, f"“{option.label}” can only be changed in test games.")
    low, high = info.min_move_time_s, info.max_move_time_s
    if wish.scored and not low <= wish.move_time_s <= high:
        raise BadOptions("move_time_s", f"Choose a move time from {low} to {high} seconds.")
    return {
        "game": wish.game,
        "options": Jsonb(options),
        "scored": wish.scored,
        "level": wish.level,
        "move_time_s": wish.move_time_s if wish.scored else 0,
        "public": wish.public,
        "people_only": wish.people_only,
        "programs": wish.programs and not wish.scored,
        "undo": wish.undo and not wish.scored,
        "hints": wish.hints and not wish.scored,
        "by_lot": wish.by_lot,
        "seats": wish.seats,
    }


_MAKE = """
WITH made AS (
  INSERT INTO tables_table (code, game, options, scored, level, move_time_s, public, people_only, programs, undo, hints,
    by_lot, status, version, game_number, ended, doc, created_at, changed_at)
  VALUES (%(code)s, %(game)s, %(options)s, %(scored)s, %(level)s, %(move_time_s)s, %(public)s, %(people_only)s,
    %(programs)s, %(undo)s, %(hints)s, %(by_lot)s, 'open', 0, 1, '', '{}', %(at)s, %(at)s)
  RETURNING id
), chairs AS (
  INSERT INTO tables_seat (table_id, seat, kind, guest_key, name, "left")
  SELECT made.id, n, 'open', '', '', '' FROM made, generate_series(0, %(seats)s - 1) AS n
)
SELECT id FROM made
"""


async def make_table(
    wish: Wish, host: c.Player, new_code: Callable[[], str] = random_code
) -> tuple[int, str]:
    """Makes a table and seats its host. Returns id and code. Raises BadOptions, NoCode."""
    columns = checked(wish)
    if wish.scored and host.user_id is None:
        raise BadOptions("scored", "Scored games need an account. Sign up, or play a test game as a guest.")
    for _ in range(CODE_TRIES):
        code = new_code()
        try:
            async with (await pool()).connection() as conn:
                row = await (await conn.execute(_MAKE, {**columns, "code": code, "at": now()})).fetchone()
        except UniqueViolation:
            continue
        assert row is not None
        await submit(row[0], c.Sit(player=host, seat=wish.own_seat))
        return row[0], code
    raise NoCode("No room code is free just now. Please try again.")


async def play_now(wish: Wish, player: c.Player) -> str:
    """A table against computers, started at once. Returns its code. Raises BadOptions, NoCode, Draining."""
    if await is_draining():
        raise Draining(NO_NEW_GAMES)
    table_id, code = await make_table(wish, player)
    outcome = await submit(table_id, c.Start(seat=wish.own_seat or 0))
    if outcome.code == "draining":
        raise Draining(outcome.message)
    assert outcome.ok, outcome.message
    return code


async def table_by_code(code: str) -> int | None:
    """The open table of that code."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT id FROM tables_table WHERE code = %s AND status <> 'closed'", (clean_code(code),)
        )
        row = await cursor.fetchone()
    return row[0] if row else None


_ROWS = """
SELECT t.code, t.game, t.options, t.scored, t.level, t.move_time_s, t.status, t.people_only,
       coalesce(h.name, ''), h.user_id IS NULL,
       (SELECT count(*) FROM tables_seat s WHERE s.table_id = t.id AND s.kind <> 'open'),
       (SELECT count(*) FROM tables_seat s WHERE s.table_id = t.id)
FROM tables_table t LEFT JOIN tables_seat h ON h.table_id = t.id AND h.seat = t.host
"""


async def public_tables(limit: int = 50) -> list[Row]:
    """The public board: open tables with a free seat, newest first."""
    return await _rows(
        "WHERE t.status = 'open' AND t.public AND EXISTS "
        "(SELECT 1 FROM tables_seat f WHERE f.table_id = t.id AND f.kind = 'open') "
        "ORDER BY t.created_at DESC LIMIT %s",
        limit,
    )


async def running_tables(asker: Who) -> list[Row]:
    """The tables at which this player has a seat, to come back to from any page and device."""
    return await _rows(
        "WHERE t.status <> 'closed' AND EXISTS (SELECT 1 FROM tables_seat m "
        "WHERE m.table_id = t.id AND m.kind = 'human' AND "
        "(m.user_id = %s OR m.guest_key = %s AND m.guest_key <> '')) ORDER BY t.id DESC",
        asker.user_id,
        asker.guest_key or "",
    )


async def _rows(where: str, *values: Any) -> list[Row]:
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(_ROWS + where, values)  # type: ignore[arg-type]
        return [_row(*row) for row in await cursor.fetchall() if row[1] in slugs()]


def _row(
    code: str, slug: str, options: Mapping[str, Any], scored: bool, level: int, move_time_s: int, status: str,
    people_only: bool, host: str, host_is_guest: bool, taken: int, seats: int,
) -> Row:  # fmt: skip
    info = game(slug).engine.info
    return Row(
        code=code,
        game=slug,
        game_title=info.title,
        rule_set_title=next((r.title for r in info.rule_sets if r.slug == options.get("rule_set")), ""),
        scored=scored,
        level_title=LEVEL_TITLES[level],
        length_text=length_text(options.get("length")),
        move_time_s=move_time_s,
        status=status,
        people_only=people_only,
        host=host,
        host_is_guest=host_is_guest,
        seats_taken=taken,
        seats=seats,
    )


async def come_back(table_id: int, player: c.Player | None) -> Snapshot:
    """The table for somebody who opens it. A seat that is theirs is theirs again: one that a computer held for
    them, or a guest's without a connection, by the very same name (spec: table-page, Rejoin).
    """
    table = await store.load(table_id, fresh=True)
    if player is None or table.setup.scored or table.seat_of(player.user_id, player.guest_key) is not None:
        return table
    for seat, (user_id, guest_key, _) in table.stand_ins.items():
        if (user_id is not None and user_id == player.user_id) or (
            guest_key and guest_key == player.guest_key
        ):
            await submit(table_id, c.Return(seat=seat))
            return await store.load(table_id)
    for seat, held in enumerate(table.seats):
        if (
            player.user_id is None
            and held.guest_key
            and held.name == player.name
            and held.absent_since is not None
        ):
            await submit(table_id, c.Rejoin(seat=seat, guest_key=player.guest_key))
            return await store.load(table_id)
    return table


async def running_scored(
    user_id: int | None, slug: str, but: int | None = None
) -> list[tuple[Snapshot, Settlement]]:
    """This player's running scored games (of one kind, or of all with ""), with what leaving each costs now."""
    async with (await pool()).connection() as conn:
        cursor = await conn.execute(
            "SELECT t.id FROM tables_table t JOIN tables_seat s ON s.table_id = t.id WHERE t.scored "
            "AND t.status = 'running' AND s.user_id = %s AND (t.game = %s OR %s = '') AND t.id <> %s ORDER BY t.id",
            (user_id, slug, slug, but or 0),
        )
        ids = [row[0] for row in await cursor.fetchall()]
    found = []
    for table_id in ids:
        table = await store.load(table_id, fresh=True)
        seat = table.seat_of(user_id, "")
        price = None if seat is None else cost(table, seat)
        if price is not None:
            found.append((table, price))
    return found


async def cost_of_new_game(user_id: int | None, slug: str, but: int | None = None) -> str:
    """What a new scored game of this kind would cost in those that run; "" where it costs nothing to ask about."""
    running = await running_scored(user_id, slug, but)
    return " ".join(
        f"You are still playing at table {t.setup.code}. {price.sentence}" for t, price in running
    )


async def cost_of_closing(user_id: int) -> list[str]:
    """What closing the account costs in each running scored game, one sentence a game."""
    running = await running_scored(user_id, "")
    return [f"{t.engine.info.title} at table {t.setup.code}: {price.sentence}" for t, price in running]


async def rename(user_id: int, name: str) -> None:
    """The account has another name now: its seats bear it too."""
    who = c.Player(user_id=user_id, guest_key="", name=name)
    async for table, seat in _seats_of(user_id):
        await submit(table.setup.id, c.Rename(seat=seat, name=name), by=who)


async def close_account(user_id: int) -> None:
    """The account closes: its running scored games are left, its other seats given up."""
    async with (await pool()).connection() as conn:
        await settlement.leave_by_closing_account(conn, user_id, now())
    async for table, seat in _seats_of(user_id):
        if cost(table, seat) is None:  # where something is at stake, the clock leaves for the account
            await submit(table.setup.id, c.Leave(seat=seat, confirm=None))


async def _seats_of(user_id: int) -> AsyncIterator[tuple[Snapshot, Seat]]:
    """Where the account sits, each table as it stands when it is given."""
    for row in await running_tables(Who(user_id=user_id, guest_key=None, name="")):
        table_id = await table_by_code(row.code)
        table = None if table_id is None else await store.load(table_id, fresh=True)
        seat = None if table is None else table.seat_of(user_id, "")
        if table is not None and seat is not None:
            yield table, seat
