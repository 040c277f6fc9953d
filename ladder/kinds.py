"""Which boards there are: each game kind at each level (spec: portal, Scored and test games)."""

from collections.abc import Sequence

from games import registry
from games.api import GameInfo

LEVEL_TITLES = {1: "Beginner", 2: "Intermediate", 3: "Expert"}


def kinds() -> Sequence[GameInfo]:
    """The games that are installed, by title."""
    return sorted((game.engine.info for game in registry.all_games()), key=lambda info: info.title)


def levels_of(info: GameInfo, *seen: int) -> list[tuple[int, str]]:
    """The levels at which the game can be played, and those `seen` on a board, each with its title."""
    return [(level, title) for level, title in LEVEL_TITLES.items() if level in {*info.levels, *seen}]


def title_of(game: str) -> str:
    """The title of a game; of one that is no longer installed its slug, in words."""
    titles = {info.slug: info.title for info in kinds()}
    return titles.get(game) or game.replace("-", " ").capitalize()


def level_title(level: int) -> str:
    """As "Beginner"."""
    return LEVEL_TITLES.get(level, f"Level {level}")
