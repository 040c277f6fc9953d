"""The page of a mock table in Chromium, without a server: static files as a portal serves them, shrunk."""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from portal.static_storage import shrunk
from tests.e2e.mock.table import MockTable

ROOT = Path(__file__).resolve().parents[3]
HOST = "http://table.test"
CHROMIUM = {
    "executable_path": "/usr/bin/chromium",
    "args": [
        "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
        "--disable-component-update", "--disable-sync",
    ],
}  # fmt: skip
expect.set_options(timeout=20_000)  # others use this machine too
QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zM5 5h3v3H5z"/></svg>'
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; connect-src 'self' ws:"


def open_table(
    browser: Browser, table: MockTable, *, with_clock: bool = False, **context: Any
) -> tuple[Page, list[str]]:
    """A page at `table`, and the list that gathers its console's errors; `with_clock`: the test tells the time."""
    page = browser.new_context(**context).new_page()
    if with_clock:
        page.clock.install()
    problems: list[str] = []
    page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: problems.append(str(e)))
    page.route("**/*", lambda route: _serve(route, str(table.head["game"])))

    def connect(socket: WebSocketRoute) -> None:
        table.send, table.hang_up = socket.send, socket.close
        table.connections += 1
        if table.unreachable:
            return table.hang_up()
        if table.bye:
            table.send(json.dumps({"type": "bye", **table.bye}))
            return table.hang_up()
        socket.on_message(lambda text: table.heard(str(text)))
        table.push()

    page.route_web_socket("**/ws/**", connect)
    page.goto(f"{HOST}/tables/K7MX2/")
    page.wait_for_selector(".banner:not([hidden])" if table.bye else ".plate")
    return page, problems


def stop_clock(page: Page) -> None:
    """From now on the time of a page with a clock stands still but for what the test adds."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))  # seconds; fewer than a sleep has


def _serve(route: Route, game: str) -> None:
    path = route.request.url.removeprefix(HOST).split("?")[0]
    if path.endswith("qr.svg"):
        route.fulfill(body=QR, content_type="image/svg+xml")
        return
    file = _static(path)
    if file:
        kind = mimetypes.guess_type(file.name)[0]
        route.fulfill(body=shrunk(file), content_type=kind, headers={"Content-Security-Policy": POLICY})
    elif path.startswith("/tables/"):
        html = render_to_string(
            "tables/table.html",
            {
                "table_code": "K7MX2",
                "viewer_seated": True,
                "game": game,
                "build": "mock",
                "csrf_token": "mock",
            },
        )
        route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})
    else:
        route.fulfill(status=404, body="")


def _static(path: str) -> Path | None:
    """The source of an address below any static prefix (`/static/` or `/static/<build>/`)."""
    from django.conf import settings

    if not path.startswith(settings.STATIC_URL):
        return None
    name = path.removeprefix(settings.STATIC_URL)
    places = [
        ROOT / "portal/static",
        ROOT / "portal/tables/static",
        *sorted((ROOT / "games").glob("*/static")),
    ]
    return next((place / name for place in places if (place / name).is_file()), None)
