"""Thousands of running scored games at once: copies of one, each with a player of its own."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import connection, transaction

_COPIES = """
CREATE TABLE IF NOT EXISTS bench_due (table_id bigint PRIMARY KEY, due_at timestamptz);
CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
  SELECT nextval('tables_table_id_seq') AS table_id, %(first_user)s + n AS user_id,
         clock_timestamp() + (%(lead_s)s + random() * %(seconds)s) * interval '1 second' AS due_at
  FROM generate_series(0, %(count)s - 1) AS n;
INSERT INTO bench_due SELECT table_id, due_at FROM copy;
INSERT INTO tables_table (id, code, game, options, scored, level, move_time_s, public, people_only, programs, undo,
       hints, by_lot, status, version, game_number, host, ended, doc, created_at, changed_at)
  SELECT table_id, lpad((table_id %% 100000)::text, 5, '0'), game, options, scored, level, move_time_s, false,
         people_only, programs, undo, hints, by_lot, status, version, game_number, host, ended,
         jsonb_set(doc, '{play,0,2}', to_jsonb(due_at)), created_at, changed_at
  FROM copy, tables_table t WHERE t.id = %(template)s;
INSERT INTO tables_seat (table_id, seat, kind, user_id, guest_key, name, absent_since, "left")
  SELECT copy.table_id, seat, kind, CASE WHEN seat = 0 THEN copy.user_id END, guest_key, name, NULL, "left"
  FROM copy, tables_seat s WHERE s.table_id = %(template)s;
INSERT INTO tables_event (table_id, game_number, version, kind, seat, data, at)
  SELECT copy.table_id, game_number, version, kind, seat, data, at
  FROM copy, (SELECT * FROM tables_event WHERE table_id = %(template)s ORDER BY id) e;
INSERT INTO tables_deadline (table_id, seat, kind, turn, started_at, due_at, run_at, attempts, set_aside)
  SELECT copy.table_id, 0, 'move', turn, clock_timestamp(), copy.due_at, copy.due_at, 0, false
  FROM copy, tables_deadline d WHERE d.table_id = %(template)s AND d.seat = 0 AND d.kind = 'move';
INSERT INTO tables_lease (key, table_id, seat, node, expires_at, input_at)
  SELECT 'bench-' || copy.table_id, copy.table_id, 0, 'bench', now() + interval '1 hour', now() FROM copy;
SELECT min(table_id), max(table_id) FROM copy
"""


def make(template: int, count: int, lead_s: float, seconds: float) -> tuple[int, int]:
    """`count` copies of the table; each player's move clock runs out at some instant from `lead_s` on, for `seconds`.

    Gives the first and the last table's id; `bench_due` keeps the instants.
    """
    user, mark = get_user_model(), uuid4().hex[:8]
    people = [
        user(username=f"b{mark}{n}", email=f"b{mark}{n}@example.org", password="!") for n in range(count)
    ]
    made = user.objects.bulk_create(people)
    with transaction.atomic(), connection.cursor() as cursor:
        values = {
            "template": template, "count": count, "lead_s": lead_s, "seconds": seconds, "first_user": made[0].pk,
        }  # fmt: skip
        for statement in _COPIES.split(";\n"):
            cursor.execute(statement, values)
        first, last = cursor.fetchone()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tables_table, tables_seat, tables_event, tables_deadline")
    return first, last
