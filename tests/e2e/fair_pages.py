"""The pages of fair deals and of replays in Chromium, straight from the sources, over plain http of another host.

Such a page has no WebCrypto: browsers keep it for secure contexts.
"""

from __future__ import annotations

import json
import mimetypes
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route

from games.record import parse
from portal.fairness.listing import parts
from portal.fairness.replay import document

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "games" / "black_lady" / "playthroughs"
HOST = "http://cards.test"
NAMES = ("Annabella", "Bea", "Cem", "Danny", "Eva")
POLICY = {"Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'"}
STATIC = [ROOT / "portal/static", ROOT / "portal/fairness/static", *sorted((ROOT / "games").glob("*/static"))]


def golden(name: str) -> dict[str, Any]:
    """A recorded game, as its file holds it."""
    record: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return record


@dataclass
class Site:
    """What the pages are made of: one game, finished."""

    record: dict[str, Any]

    def page(self, browser: Browser, path: str, **context: Any) -> tuple[Page, list[str]]:
        """An open page, and the list that gathers its console's errors."""
        page = browser.new_context(**context).new_page()
        problems: list[str] = []
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: problems.append(str(e)))
        page.route("**/*", self._serve)
        page.goto(HOST + path)
        return page, problems

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST).split("?")[0]
        made = {
            "/games/7-1/replay/": self._replay_page,
            "/games/7-1/replay.json": self._replay_document,
            "/games/7-1.json": lambda: json.dumps(self.record),
            "/fair-deals/": self._fair_deals,
        }.get(path)
        file = next((p / path[8:] for p in STATIC if (p / path[8:]).is_file()), None)
        if made:
            kind = "application/json" if path.endswith(".json") else "text/html"
            route.fulfill(body=made(), content_type=kind, headers=POLICY)
        elif path.startswith("/static/") and file:
            kind = mimetypes.guess_type(file.name)[0] or ""
            route.fulfill(body=file.read_bytes(), content_type=kind, headers=POLICY)
        else:
            route.fulfill(status=404, body="")

    def _played(self) -> dict[str, Any]:
        return {"table_ref": "7", "game_number": 1, "ended_at": datetime(2030, 5, 1, 12, tzinfo=UTC)}

    def _replay_page(self) -> str:
        record = parse(self.record)
        shown = {
            "info": record.engine.info,
            "level_title": "Expert",
            "parts": parts(record, NAMES[: record.seats]),
        }
        return render_to_string("fairness/replay.html", {"played": self._played(), **shown})

    def _replay_document(self) -> str:
        record = parse(self.record)
        names = NAMES[: record.seats]
        table = {"game": record.game, "title": "Black Lady", "level": 3, "length": None, "length_text": ""}
        table |= {"rule_set_title": "", "level_title": "Expert", "game_number": 1}
        seats = [{"name": name, "kind": "human"} for name in names]
        return json.dumps({"table": table, "seats": seats, **document(record, names)})

    def _fair_deals(self) -> str:
        return render_to_string("fairness/fair_deals.html", {"csrf_token": "mock", "asked": "", "text": ""})
