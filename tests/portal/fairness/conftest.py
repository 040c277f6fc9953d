"""Tables on a real Postgres and Valkey, as the tests of tables have them."""

from tests.portal.tables.conftest import _own_loop, people, quick_computers, unhurried

__all__ = ["_own_loop", "people", "quick_computers", "unhurried"]
