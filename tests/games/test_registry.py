"""A game is a folder: it is found by being there, and left out where it cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.checks import run_checks

import games
from games.api import UnknownGame
from games.registry import add_root, all_games, folder, game, left_out

PROJECT = Path(__file__).parents[2]
COPY = """
from dataclasses import replace

from games.api import Game
from games.black_lady import GAME as MODEL
from games.black_lady.engine import BlackLady


class Copy(BlackLady):
    info = replace(MODEL.engine.info, slug="copy-cat", title="Copy Cat")


GAME = Game(engine=Copy(), bot=MODEL.bot, exchange=MODEL.exchange)
"""


BROKEN = {
    "mends_itself_not": ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module' "
                         "(__init__.py, line 1)"),
    "misspelt": ("GAME = Game(", "SyntaxError"),
    "nameless": ("", "offers no GAME"),
    "wordy": ("GAME = 'chess'", "offers a GAME that is 'str'"),
    "half": ("from games.api import Game\nfrom games.black_lady import GAME as MODEL\n"
             "class Half:\n    info = MODEL.engine.info\n    def new(self): ...\n"
             "GAME = Game(engine=Half(), bot=MODEL.bot)", "has no options, normalise"),
    "second": ("from games.black_lady import GAME", "another game with the slug 'black-lady'"),
    "shouting": (COPY.replace('"copy-cat"', '"Copy Cat!"'), "slug 'Copy Cat!' is no lower-case word"),
    "chess": (COPY, "Its name is taken by "),
}  # fmt: skip
"""Folders that are no games: what stands in their `__init__.py`, and what is said of them."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder outside the project that holds a game folder, a folder that is none, and broken ones."""
    texts = {"copy_cat": COPY} | {name: text for name, (text, _) in BROKEN.items()}
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    (tmp_path / "unmarked").mkdir()
    (tmp_path / "unmarked" / "engine.py").touch()
    (tmp_path / "pictures").mkdir()
    return tmp_path


@pytest.fixture
def added(root: Path) -> Iterator[Path]:
    before = list(games.__path__)
    add_root(root)
    yield root
    games.__path__[:] = before
    for name in ("copy_cat", *BROKEN.keys() - {"chess"}):
        sys.modules.pop(f"games.{name}", None)
    add_root(before[0])


def test_games_are_found_by_slug() -> None:
    assert game("black-lady").engine.info.title == "Black Lady"
    slugs = [found.engine.info.slug for found in all_games()]
    assert slugs == sorted(set(slugs))
    assert folder("black-lady") == PROJECT / "games" / "black_lady"


def test_an_unknown_game_is_said_to_be_unknown() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game 'whist'; there is .*black-lady"):
        game("whist")


def test_a_folder_added_is_a_game(added: Path) -> None:
    assert game("copy-cat").engine.info.title == "Copy Cat"
    assert folder("copy-cat") == added / "copy_cat"
    assert len({found.engine.info.slug for found in all_games()}) == len(all_games())


def test_folders_that_are_no_games_are_left_out_and_the_others_play_on(
    added: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slugs = {found.engine.info.slug for found in all_games()}
    assert {"black-lady", "chess", "copy-cat", "spades"} <= slugs
    said = {found.folder.name: found.reason for found in left_out()}
    assert said.keys() == BROKEN.keys() | {"unmarked"}
    for name, (_, reason) in BROKEN.items():
        assert reason in said[name]
    assert said["unmarked"] == "It has no __init__.py."
    all_games()
    logged = [record.getMessage() for record in caplog.records if "game_left_out" in record.getMessage()]
    assert len(logged) == len(said)
    assert any(str(added / "nameless") in line and "offers no GAME" in line for line in logged)


def test_the_systems_check_tells_what_is_left_out_and_what_is_lacking(added: Path) -> None:
    told = "\n".join(f"{found.id} {found.msg}" for found in run_checks())
    assert (
        f"portal.W001 The folder {added / 'wordy'} is left out of the games. Its __init__.py offers" in told
    )
    assert f"portal.W002 Copy Cat has no {added / 'copy_cat' / 'RULES.md'}" in told
    assert "Black Lady has no" not in told


def test_a_root_that_is_missing_is_said_and_stops_nothing(
    added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORTAL_GAME_ROOTS", str(added / "nowhere"))
    add_root(added)
    assert game("copy-cat")
    assert {found.folder: found.reason for found in left_out()}[
        added / "nowhere"
    ] == "There is no such folder."


def test_a_folder_named_in_the_environment_is_playable_by_the_commands(root: Path) -> None:
    command = ["manage.py", "selfplay", "--game", "copy-cat", "--rule-set", "dutch", "--hands", "2"]
    done = subprocess.run(
        [sys.executable, *command, "--players", "1,2,1,2"],
        cwd=PROJECT,
        env={**os.environ, "PORTAL_GAME_ROOTS": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "2 hands" in done.stdout
