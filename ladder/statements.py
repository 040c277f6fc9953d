"""The ledger's SQL, put together from the pieces in `sql/`.

A posting is one statement, so it costs one round trip and happens whole or not at all. Each has the same
shape: a gate that only the first caller passes, the entries, `delta`, and from there on the boards. Rows
are locked in one order (accounts by id, standings by player and period, buckets by period and points), so
that postings cannot deadlock as long as a transaction holds one of them.
"""

import re
from functools import cache
from pathlib import Path

from django.contrib.auth import get_user_model

from ladder.periods import PERIODS_OF_AT

_FOLDER = Path(__file__).parent / "sql"
_PIECE = re.compile(r"\{(\w+)\}")


@cache
def statement(name: str, **pieces: str) -> str:
    """The text of `sql/NAME.sql` with its pieces in place: those given, else other files of that name.

    Parameters are named as in psycopg: `%(at)s`. Pieces are our own words, never anything from outside.
    """
    known = {"accounts": get_user_model()._meta.db_table, "periods": PERIODS_OF_AT, **pieces}
    text = (_FOLDER / f"{name}.sql").read_text().strip()
    return _PIECE.sub(lambda piece: known.get(piece[1]) or statement(piece[1]), text)
