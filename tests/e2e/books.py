"""What stands in a running portal's database after a leaving, and time that passes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
from dotenv import dotenv_values

from portal.data import environment_file
from tests.portal.processes import wait_until

LONGEST_S = 30


class Books:
    """Ledger, abandonments and deadlines of the portal of this data folder."""

    def __init__(self, data: Path) -> None:
        self._conn = psycopg.connect(
            str(dotenv_values(environment_file(data))["DATABASE_URL"]), autocommit=True
        )

    def close(self) -> None:
        self._conn.close()

    def ref(self, code: str) -> str:
        """By which ledger and abandonments name the open table of that code."""
        return str(
            self._rows("SELECT id FROM tables_table WHERE code = %s AND status <> 'closed'", code)[0][0]
        )

    def entries(self, ref: str) -> dict[int, int]:
        """Points by seat; a seat without an entry is missing."""
        return dict(self._rows("SELECT seat, points FROM ladder_entry WHERE table_ref = %s", ref))

    def left(self, ref: str) -> list[tuple[int, str, int | None]]:
        """Seat, cause and points of each leaving."""
        return self._rows("SELECT seat, cause, points FROM ladder_abandonment WHERE table_ref = %s", ref)

    def fall_due(self, ref: str, kind: str, seat: int) -> None:
        """Lets the time of this deadline have run out, as soon as it stands."""
        statement = (
            "UPDATE tables_deadline SET due_at = now(), run_at = now() "
            "WHERE table_id = %s AND kind = %s AND seat = %s RETURNING id"
        )
        wait_until(lambda: self._rows(statement, int(ref), kind, seat), LONGEST_S)

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return self._conn.execute(statement, values).fetchall()  # type: ignore[arg-type]
