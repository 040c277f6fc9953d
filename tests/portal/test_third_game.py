"""A game is one folder: a portal that is told of a folder outside the project plays, ranks and keeps its game."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.data import ROOT
from portal.embedded import free_port
from tests.portal.processes import data_folder
from tests.portal.test_up import OF_THE_TESTS, end, lines_until, start
from tests.portal.visitors import Visitor

pytestmark = pytest.mark.slow
NIM = Path(__file__).with_name("nim")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside the project with a whole game, and one that cannot be imported."""
    outside = tmp_path_factory.mktemp("more-games")
    shutil.copytree(NIM, outside / "nim")
    (outside / "broken").mkdir()
    (outside / "broken" / "__init__.py").write_text("from games.api import Gmae\n")
    return outside


@pytest.fixture(scope="module")
def at(root: Path) -> Iterator[tuple[str, Path]]:
    """The address and the data folder of a portal that knows that folder by one setting."""
    with data_folder() as data:
        port = free_port()
        process = start(data, port, PORTAL_GAME_ROOTS=str(root), BOT_PACE_MS="0,0")
        try:
            printed = lines_until(process, "ready")
            assert "ready" in printed
            assert f"The folder {root / 'broken'} is left out of the games. It cannot be imported" in printed
            yield f"http://127.0.0.1:{port}", data
        finally:
            end(process)


def command(root: Path, *arguments: str) -> str:
    """What `manage.py` says."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env={**kept, "PORTAL_GAME_ROOTS": str(root), "SECRET_KEY": "only-for-checks"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_a_scored_game_of_it_counts(at: tuple[str, Path], root: Path, tmp_path: Path) -> None:
    first, second = Visitor(at[0], "Fiona"), Visitor(at[0], "Sven")
    assert "Play Nim" in first.get("/")
    assert "Who takes the last counter wins." in first.get("/rules/nim/")
    code = first.table(game="nim", scored="yes", level="2", move_time_s="60", public="on", seating="0")
    with first.at(code) as one, second.at(code) as other:
        other.ok("sit")
        one.until(lambda doc: doc["seats"][1]["kind"] == "human")
        one.ok("start")
        assert other.until(lambda doc: doc["game"])["game"]["heaps"] == [3, 4, 5]
        refused = other.ask("act", turn=other.doc["you"]["turn"], act="take 1 from 1")
        assert (refused["ok"], refused["code"]) == (False, "not-your-turn")
        for page, text in ((one, "take 3 from 1"), (other, "take 4 from 2"), (one, "take 5 from 3")):
            page.act(text)
        result = other.until(lambda doc: doc["result"])["result"]
    assert (result["places"], result["points"]) == ([1, 2], [1, -1])
    board = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", first.get("/leaderboards/nim/2/")))
    assert re.search(r"\b1 Fiona You 1 1 1 0 0 0\b", board), board
    assert re.search(r"\b2 Sven -1 1 0 0 1 0\b", board), board
    record = tmp_path / "record.json"
    record.write_text(first.get(result["game_page"].rstrip("/") + ".json"))
    assert json.loads(record.read_text())["events"][-1] == {"seat": 0, "act": "take 5 from 3"}
    assert '"places": [1, 2], "result": [1, -1]' in command(root, "replay", str(record), "--json")
    replay = first.get(f"{result['game_page']}replay/")
    assert "take 4 from 2" in replay
    document = re.search(r'data-document="([^"]+)"', replay)
    assert document
    assert len(json.loads(first.get(document[1]))["steps"]) == 3
    assert "Nim" in first.get("/players/Fiona/")


def test_a_guest_plays_it_against_a_computer(at: tuple[str, Path]) -> None:
    guest = Visitor(at[0])
    code = guest.table("/play/", game="nim", level="2")
    with guest.at(code) as page:
        doc = page.play_to_the_end()
        assert sorted(doc["result"]["places"]) == [1, 2]
        assert not doc["table"]["scored"]
        reasons = {seat["reason"]["text"] for seat in doc["seats"] if seat["reason"]}
        assert reasons <= {"It leaves heaps that balance.", "No move balances the heaps: it takes one."}
        assert reasons
    page_text = guest.get(f"/tables/{code}/")
    static = re.search(r'data-static="([^"]+)"', page_text)
    assert static
    assert "export function mount(root, api)" in guest.get(f"{static[1]}nim/client.js")


def test_the_broken_folder_is_said_in_the_log_and_by_the_check(at: tuple[str, Path], root: Path) -> None:
    said = command(root, "check")
    assert (
        f"The folder {root / 'broken'} is left out of the games. It cannot be imported: ImportError" in said
    )
    assert "(__init__.py, line 1)" in said
    Visitor(at[0]).get("/")
    log = (at[1] / "log" / "daphne.log").read_text()
    assert log.count("game_left_out") == 1
