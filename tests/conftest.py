"""What every test stands on: throw-away services and settings of their own, whatever the machine has.

With DATABASE_URL in the environment the tests use that server (and REDIS_URL) instead.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import django
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_run = ExitStack()  # ended in pytest_unconfigure, and with the interpreter if that is not reached


def pytest_configure(config: pytest.Config) -> None:
    """Before Django's settings load: the first process starts the services, xdist's workers share them."""
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    if not worker:
        _start_services()
    number = int(worker.removeprefix("gw") or 0) + 1 if worker else 0
    address, _, _ = os.environ["REDIS_URL"].rpartition("/")
    os.environ.update(
        REDIS_URL=f"{address}/{number}",
        REDIS_PREFIX=f"test-{worker or 'one'}:",  # channels are not kept apart by the number
        DJANGO_SETTINGS_MODULE="portal.settings",
    )
    django.setup()
    # else xdist's workers would inherit it and load the settings before all this
    del os.environ["DJANGO_SETTINGS_MODULE"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow begins first, so that no worker is alone with it in the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def _start_services() -> None:
    from portal.embedded import throw_away

    folder = _run.enter_context(tempfile.TemporaryDirectory(prefix="portal-test-data-"))
    os.environ.update(
        PORTAL_DATA=folder,
        PORTAL_ENV_FILE=os.devnull,
        SECRET_KEY="only-for-tests",
        DATABASE_POOL="0",
        STATIC_FROM_SOURCE="1",
    )
    if "DATABASE_URL" not in os.environ:
        os.environ.update(_run.enter_context(throw_away()))
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:6379/0")
    Path(folder, "public", "static").mkdir(parents=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no process and no folder."""
    _run.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """The one browser of the run: Playwright allows one at a time."""
    from playwright.sync_api import sync_playwright

    from tests.e2e.mock.browser import CHROMIUM

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)  # type: ignore[arg-type]
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _windows_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """The windows that a test has opened close with it; a browser with hundreds of them is a slow one."""
    if "chromium" not in request.fixturenames:
        yield
        return
    browser = request.getfixturevalue("chromium")
    before = set(browser.contexts)
    yield
    for window in set(browser.contexts) - before:
        window.close()


@pytest.fixture(scope="session")
def portal(portal_and_data: tuple[str, Path]) -> str:
    """The address of a portal of its own, all of its processes running, with quick computers."""
    return portal_and_data[0]


@pytest.fixture(scope="session")
def portal_and_data() -> Iterator[tuple[str, Path]]:
    """The address of that portal, and its data folder."""
    from portal.embedded import free_port
    from tests.portal.processes import data_folder
    from tests.portal.test_up import end, lines_until, start

    with data_folder() as data:
        port = free_port()
        process = start(data, port, BOT_PACE_MS="30,90", RATE_SIGNUP="1000/m/ip")
        try:
            assert "ready" in lines_until(process, "ready")
            yield f"http://127.0.0.1:{port}", data
        finally:
            end(process)
