"""A web process tells that it lives from its start on, though nobody has come yet (spec: portal, Clocks)."""

from __future__ import annotations

import os
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests.portal.processes import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_a_web_process_to_which_nobody_comes_beats() -> None:
    from django.conf import settings

    from portal.tables.models import Heartbeat

    Heartbeat.objects.all().delete()
    name = settings.DATABASES["default"]["NAME"]
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    command = [sys.executable, "-m", "daphne", "-p", "0", "portal.asgi:application"]
    web = subprocess.Popen(
        command,
        env={**os.environ, "DATABASE_URL": address},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: Heartbeat.objects.filter(kind="web", node__endswith=f":{web.pid}").exists(), 90)
    finally:
        web.terminate()
        web.wait(timeout=30)
