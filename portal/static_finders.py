"""Static files of games, found without naming any: `games/<slug>/static/` of every folder that has one.

A game keeps its files in `games/<slug>/static/<slug>/`, so that two games never share an address.
"""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage


class GamesFinder(FileSystemFinder):
    """The static folders of all games, in the order of their slugs."""

    def __init__(self, app_names: object = None, *args: object, **kwargs: object) -> None:
        folders = sorted(Path(settings.BASE_DIR, "games").glob("*/static"))
        self.locations = [("", str(folder)) for folder in folders]
        self.storages = {str(folder): FileSystemStorage(location=str(folder)) for folder in folders}

    def check(self, **kwargs: object) -> list[CheckMessage]:
        """Nothing to check: the folders are found, not configured."""
        return []
