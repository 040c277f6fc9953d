"""Which games there are: every folder `games/<folder>/` that offers `GAME`, found by looking.

Nothing lists the games. Further folders that hold game folders can be named in the environment variable
`PORTAL_GAME_ROOTS` (separated as in PATH) or given to `add_root`; they are imported as `games.<folder>` too.
A folder that cannot be used is left out, logged once and told by `left_out`; the other games go on.
"""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import games
from games import admission
from games.api import Game, UnknownGame

ROOTS_VARIABLE = "PORTAL_GAME_ROOTS"
log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A game folder that cannot be used, and in a sentence or two why."""

    folder: Path
    reason: str


def all_games() -> tuple[Game, ...]:
    """Every game, by slug."""
    return tuple(_by_slug()[slug] for slug in sorted(_by_slug()))


def game(slug: str) -> Game:
    """The game of that slug. Raises UnknownGame."""
    try:
        return _by_slug()[slug]
    except KeyError:
        raise UnknownGame(slug, tuple(sorted(_by_slug()))) from None


def slugs() -> frozenset[str]:
    """The slugs of all games."""
    return frozenset(_by_slug())


def folder(slug: str) -> Path:
    """Where the game's files lie (`RULES.md`, `static/`, `playthroughs/`)."""
    used = game(slug)
    return next(where for where, found in _looked()[0] if found is used)


def left_out() -> tuple[LeftOut, ...]:
    """The folders that are no usable games, in the order in which they were looked at."""
    return _looked()[1]


def roots() -> tuple[Path, ...]:
    """The folders that hold game folders, this one first. Imports no game."""
    for root in filter(None, os.environ.get(ROOTS_VARIABLE, "").split(os.pathsep)):
        if str(Path(root).absolute()) not in games.__path__:
            games.__path__.append(str(Path(root).absolute()))
    return tuple(Path(root) for root in games.__path__)


def add_root(path: Path | str) -> None:
    """Look for game folders in `path` as well."""
    if str(path) not in games.__path__:
        games.__path__.append(str(path))
    _looked.cache_clear()
    _by_slug.cache_clear()


@cache
def _looked() -> tuple[tuple[tuple[Path, Game], ...], tuple[LeftOut, ...]]:
    """Each folder with its game, and those that were left out."""
    found: list[tuple[Path, Game]] = []
    unfit: list[LeftOut] = []
    for where in _folders():
        try:
            game = admission.checked(_imported(where))
            admission.check_new(game, [other for _, other in found])
            found.append((where, game))
        except admission.Unfit as fault:
            unfit.append(LeftOut(folder=where, reason=str(fault)))
            log.error("game_left_out: %s: %s", where, fault)
    return tuple(found), tuple(unfit)


@cache
def _by_slug() -> dict[str, Game]:
    return {game.engine.info.slug: game for _, game in _looked()[0]}


def _folders() -> Iterator[Path]:
    """Every folder that holds Python files, in each root; a root that is missing itself."""
    for root in roots():
        if not root.is_dir():
            yield root
            continue
        inside = sorted(entry for entry in root.iterdir() if entry.is_dir() and entry.name.isidentifier())
        yield from (entry for entry in inside if entry.name != "__pycache__" and any(entry.glob("*.py")))


def _imported(where: Path) -> object:
    """The folder's module. Raises Unfit, whatever went wrong in it."""
    if not (where / "__init__.py").is_file():
        missing = "there is no such folder" if not where.is_dir() else "it has no __init__.py"
        raise admission.Unfit(f"{missing.capitalize()}.")
    try:
        module = importlib.import_module(f"games.{where.name}")
    except Exception as fault:  # whatever one folder raises must not stop the others
        raise admission.Unfit(admission.told(fault, where)) from fault
    if Path(module.__path__[0]) != where:
        raise admission.Unfit(f"Its name is taken by {module.__path__[0]}: rename the folder.")
    return module
