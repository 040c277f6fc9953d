"""A whole portal as `make run` starts it, and a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.mock.browser import CHROMIUM


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)  # type: ignore[arg-type]
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def portal() -> Iterator[str]:
    """The address of a portal of its own, all of its processes running, with quick computers."""
    from portal.embedded import free_port
    from tests.portal.processes import data_folder
    from tests.portal.test_up import end, lines_until, start

    with data_folder() as data:
        port = free_port()
        process = start(data, port, BOT_PACE_MS="30,90")
        try:
            assert "ready" in lines_until(process, "ready")
            yield f"http://127.0.0.1:{port}"
        finally:
            end(process)
