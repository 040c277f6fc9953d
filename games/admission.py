"""What a game folder must offer to be taken in. Each refusal says in plain words what is missing."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path

from games.api import Engine, Game, GameInfo, Leaving

ENGINE_PARTS = tuple(name for name in (*Engine.__annotations__, *vars(Engine)) if not name.startswith("_"))
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Unfit(Exception):
    """The folder cannot be used as a game; the text says why."""


def checked(module: object) -> Game:
    """The module's game. Raises Unfit."""
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        said = "offers no GAME" if game is None else f"offers a GAME that is {type(game).__name__!r}"
        raise Unfit(
            f"Its __init__.py {said}: it needs GAME = Game(engine=…, bot=…), with Game from games.api."
        )
    missing = [name for name in ENGINE_PARTS if not hasattr(game.engine, name)]
    if missing:
        raise Unfit(f"Its engine has no {', '.join(missing)}: games/api.py says what an engine offers.")
    if not callable(game.bot):
        raise Unfit("Its bot is no function: games/api.py says what a computer player is.")
    _check_info(game.engine.info)
    return game


def check_new(game: Game, others: Sequence[Game]) -> None:
    """Raises Unfit where another game has the same slug."""
    if game.engine.info.slug in {other.engine.info.slug for other in others}:
        raise Unfit(f"There is another game with the slug {game.engine.info.slug!r}: choose a new one.")


def told(fault: Exception, where: Path) -> str:
    """Why a folder could not be imported, with the line of its own at which that happened."""
    own = [step for step in traceback.extract_tb(fault.__traceback__) if where in Path(step.filename).parents]
    at = f" ({Path(own[-1].filename).relative_to(where)}, line {own[-1].lineno})" if own else ""
    return f"It cannot be imported: {type(fault).__name__}: {fault}{at}."


def _check_info(info: object) -> None:
    if not isinstance(info, GameInfo):
        raise Unfit("Its engine's info is no GameInfo (games/api.py).")
    if not SLUG.fullmatch(info.slug):
        raise Unfit(
            f"Its slug {info.slug!r} is no lower-case word (or words with hyphens), as addresses need."
        )
    if not info.rule_sets or not info.levels:
        raise Unfit("Its GameInfo needs at least one rule set and one level.")
    seats = {count for rule_set in info.rule_sets for count in rule_set.seats}
    if info.leaving in (Leaving.DUEL, Leaving.MATERIAL) and seats != {2}:
        raise Unfit(f"Its leaving is {info.leaving.value!r}, which needs two seats and no other number.")
