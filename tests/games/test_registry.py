"""A game is a folder: it is found by being there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.api import UnknownGame
from games.registry import add_root, all_games, folder, game

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


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder outside the project that holds one game folder, and one that is none."""
    for name, text in (("copy_cat", COPY), ("no_game", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    return tmp_path


@pytest.fixture
def added(root: Path) -> Iterator[Path]:
    before = list(games.__path__)
    add_root(root)
    yield root
    games.__path__[:] = before
    sys.modules.pop("games.copy_cat", None)
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
