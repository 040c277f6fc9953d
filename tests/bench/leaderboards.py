"""How fast are boards and postings with a million players on one board?

    python tests/bench/leaderboards.py [--players 1000000]

Starts a throw-away Postgres, fills one board, prints the median milliseconds of each question and how many
finished games a second eight connections settle; at the end the ranks must equal the standings.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

CONNECTIONS, SECONDS = 8, 5
NOW = datetime(2025, 3, 5, 12, tzinfo=UTC)

FILL = (
    # like the first, whatever columns an account has by now
    """INSERT INTO accounts_user SELECT one.* FROM accounts_user first, generate_series(2, %(players)s) g,
         jsonb_populate_record(first, jsonb_build_object(
           'id', g, 'username', 'player ' || g, 'name_key', 'player ' || g)) AS one
       WHERE first.id = 1""",
    # games: about 40 each, long-tailed; points: the sum of that many of +1, 0, 0, -1
    """INSERT INTO ladder_standing
         (player_id, game, level, period, name, listed, points, won, drawn, lost, "left")
       SELECT g, 'black-lady', 1, 'all', 'player ' || g, true, round(sqrt(n / 2.0) * random_normal())::int,
         n / 4, n / 2, n / 4, n %% 3
       FROM (SELECT g, 1 + (-ln(1 - random()) * 40)::int AS n FROM generate_series(1, %(players)s) g) x""",
    """INSERT INTO ladder_bucket SELECT game, level, period, points, count(*) FROM ladder_standing
       GROUP BY game, level, period, points""",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1_000_000)
    arguments = parser.parse_args()
    from portal.embedded import throw_away

    with throw_away() as services, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            **services, "PORTAL_DATA": folder, "PORTAL_ENV_FILE": os.devnull, "SECRET_KEY": "bench",
            "DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "portal.settings",
        }  # fmt: skip
        import django

        django.setup()
        _fill(arguments.players)
        _read(arguments.players)
        asyncio.run(_write(arguments.players))
        _compare()


def _fill(players: int) -> None:
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    get_user_model().objects.create(id=1, username="player 1", password="!")
    started = time.perf_counter()
    with connection.cursor() as cursor:
        for part in FILL:
            cursor.execute(part, {"players": players})
        cursor.execute("VACUUM ANALYZE ladder_standing, ladder_bucket, accounts_user")
        cursor.execute("SELECT pg_size_pretty(pg_relation_size('standing_board'))")
        (index,) = cursor.fetchone()
    print(f"{players:,} players in {time.perf_counter() - started:.0f} s, board index {index}", flush=True)


def _read(players: int) -> None:
    from ladder import leaderboards as boards

    board = boards.Board(game="black-lady", level=1)
    rng = random.Random(7)

    def anybody() -> int:
        return rng.randint(1, players)

    middle = [boards.own_row(board, anybody()).cursor for _ in range(200)]
    _time("first page", lambda: boards.page(board))
    _time("page after a row anywhere", lambda: boards.page(board, rng.choice(middle)))
    _time("page before a row anywhere", lambda: boards.page_before(board, rng.choice(middle)))
    _time("own rank", lambda: boards.own_row(board, anybody()))
    _time("find me", lambda: boards.find(board, anybody()))
    _time("sizes of all boards", boards.sizes)


def _time(name: str, question: Callable[[], object], times: int = 200) -> None:
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        question()
        taken.append((time.perf_counter() - started) * 1000)
    taken.sort()
    print(
        f"{name:30} median {statistics.median(taken):7.2f} ms, 95 % {taken[int(times * 0.95)]:7.2f} ms",
        flush=True,
    )


async def _write(players: int) -> None:
    counts = await asyncio.gather(*(_settle_games(players, number) for number in range(CONNECTIONS)))
    print(
        f"settled {sum(counts) / SECONDS:,.0f} games of four a second over {CONNECTIONS} connections",
        flush=True,
    )


async def _settle_games(players: int, number: int) -> int:
    import psycopg

    from ladder.ledger import settle_game

    rng, settled, until = random.Random(number), 0, time.perf_counter() + SECONDS
    async with await psycopg.AsyncConnection.connect(os.environ["DATABASE_URL"]) as conn:
        while time.perf_counter() < until:
            await settle_game(conn, _game(rng.sample(range(1, players + 1), 4), f"bench-{number}", settled))
            await conn.commit()
            settled += 1
    return settled


def _game(people: list[int], table: str, number: int) -> object:
    from games.api import Result
    from ladder.postings import Ending, Finished, GameRef, Occupant

    result = Result(places=(1, 2, 3, 4), sides=((0,), (1,), (2,), (3,)), reason="played")
    events = [{"seat": i % 4, "act": "play 2C"} for i in range(52)]
    return Finished(
        ref=GameRef(table_ref=table, game_number=number, game="black-lady", level=1),
        occupants=[Occupant(seat=seat, player_id=one) for seat, one in enumerate(people)],
        result=result,
        ending=Ending(record={"game": "black-lady", "options": {}, "events": events}),
        at=NOW,
    )


def _compare() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT count(*) FROM (SELECT period, points, count(*) AS n FROM ladder_standing GROUP BY 1,
            2) AS s FULL JOIN (SELECT * FROM ladder_bucket WHERE n <> 0) AS b USING (period, points) WHERE
            s.n IS DISTINCT FROM b.n"""
        )
        (wrong,) = cursor.fetchone()
    print(f"buckets that differ from the standings: {wrong}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
