"""Which games there are: every folder `games/<folder>/` that offers `GAME`, found by looking.

Nothing lists the games. Further folders that hold game folders can be named in the environment variable
`PORTAL_GAME_ROOTS` (separated as in PATH) or given to `add_root`; they are imported as `games.<folder>` too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path

import games
from games.api import Game, UnknownGame

ROOTS_VARIABLE = "PORTAL_GAME_ROOTS"


def all_games() -> tuple[Game, ...]:
    """Every game, by slug."""
    return tuple(_by_slug()[slug] for slug in sorted(_by_slug()))


def game(slug: str) -> Game:
    """The game of that slug. Raises UnknownGame."""
    try:
        return _by_slug()[slug]
    except KeyError:
        raise UnknownGame(slug, tuple(sorted(_by_slug()))) from None


def folder(slug: str) -> Path:
    """Where the game's files lie (`RULES.md`, `static/`, `playthroughs/`)."""
    module = importlib.import_module(_folders()[game(slug).engine.info.slug])
    return Path(module.__path__[0])


def add_root(path: Path | str) -> None:
    """Look for game folders in `path` as well."""
    if str(path) not in games.__path__:
        games.__path__.append(str(path))
    _found.cache_clear()


@cache
def _found() -> tuple[tuple[str, Game], ...]:
    """Module name and game of each game folder."""
    for root in filter(None, os.environ.get(ROOTS_VARIABLE, "").split(os.pathsep)):
        if root not in games.__path__:
            games.__path__.append(root)
    names = sorted(f"games.{found.name}" for found in pkgutil.iter_modules(games.__path__) if found.ispkg)
    modules = [importlib.import_module(name) for name in names]
    return tuple((module.__name__, module.GAME) for module in modules if hasattr(module, "GAME"))


def _by_slug() -> dict[str, Game]:
    return {found.engine.info.slug: found for _, found in _found()}


def _folders() -> dict[str, str]:
    return {found.engine.info.slug: name for name, found in _found()}
