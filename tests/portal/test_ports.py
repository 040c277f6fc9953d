"""Ports of a portal's own services: two that listen nowhere yet are never given the same one."""

from __future__ import annotations

from pathlib import Path

import pytest

from portal import embedded
from portal.own_machine import services
from portal.service_user import service_user


@pytest.mark.parametrize(("kept_database", "kept_valkey"), [(0, 0), (20_000, 0), (20_001, 20_001)])
def test_site_database_and_valkey_listen_at_three_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept_database: int, kept_valkey: int
) -> None:
    site_port = 20_000
    monkeypatch.setattr(embedded, "PORTS", range(20_000, 20_003))
    monkeypatch.setattr(embedded, "is_free", lambda *_: True)
    kept = {
        "DATABASE_URL": f"postgres://portal:word@127.0.0.1:{kept_database}/portal",
        "REDIS_URL": f"redis://:word@127.0.0.1:{kept_valkey}/0",
    }
    for _ in range(10):
        postgres, valkey = services(tmp_path, service_user(), kept, site_port)
        assert {site_port, postgres.port, valkey.port} == {20_000, 20_001, 20_002}
        assert postgres.port == kept_database or kept_database in (0, site_port)
