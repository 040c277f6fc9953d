"""What `manage.py check` says of game folders: those that are left out, and what a game lacks on its pages."""

from typing import Any

from django.core.checks import CheckMessage, Warning, register

from games import registry
from games.api import Game


@register
def game_folders(**kwargs: Any) -> list[CheckMessage]:
    """A warning each; never an error, which would keep the whole portal from starting."""
    unfit = [
        Warning(
            f"The folder {found.folder} is left out of the games. {found.reason}",
            hint="Mend it, or take it away, and start the portal again.",
            id="portal.W001",
        )
        for found in registry.left_out()
    ]
    return [*unfit, *(message for game in registry.all_games() for message in _bare(game))]


def _bare(game: Game) -> list[CheckMessage]:
    info = game.engine.info
    folder = registry.folder(info.slug)
    files = {
        "RULES.md": "the page of its rules cannot be found",
        f"static/{info.slug}/client.js": "its table stays empty",
    }
    return [
        Warning(
            f"{info.title} has no {folder / name}: {cost}.",
            hint="docs/adding-a-game.md says what it holds.",
            id="portal.W002",
        )
        for name, cost in files.items()
        if not (folder / name).is_file()
    ]
