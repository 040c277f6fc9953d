"""A session that ends ends at the tables too: by signing out, here or everywhere, and by a new password."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out

from portal.accounts.awaited import awaited
from portal.tables.database import pool
from portal.tables.hub import hub, topic_of
from portal.tables.news import News

_SITS_AT = """
SELECT t.id FROM tables_table t JOIN tables_seat s ON s.table_id = t.id WHERE s.user_id = %s AND t.status <> 'closed'
"""


async def look_again(user_id: int) -> None:
    """Has the sockets of this account, where it has a seat, ask whether their sessions still hold."""
    async with (await pool()).connection() as conn:
        tables = await (await conn.execute(_SITS_AT, (user_id,))).fetchall()
    for (table_id,) in tables:
        await hub().publish(topic_of(table_id), News(look_again=user_id))


def listen() -> None:
    """Connects it to whatever ends sessions."""
    for signal in (user_logged_out, password_changed, password_reset, password_set):
        signal.connect(_session_ends, dispatch_uid="portal.tables.signed_out")


def _session_ends(*, user: Any = None, **_: Any) -> None:
    if user is not None and user.pk is not None:
        awaited(look_again(user.pk))
