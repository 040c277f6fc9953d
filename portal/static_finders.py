"""Static files of games, found without naming any: `static/` of every game folder that has one, wherever it lies.

A game keeps its files in `static/<slug>/`, so that two games never share an address.
"""

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from games.registry import roots


class GamesFinder(FileSystemFinder):
    """The static folders of all games, those of the portal itself first."""

    def __init__(self, app_names: object = None, *args: object, **kwargs: object) -> None:
        folders = [folder for root in roots() for folder in sorted(root.glob("*/static"))]
        self.locations = [("", str(folder)) for folder in folders]
        self.storages = {str(folder): FileSystemStorage(location=str(folder)) for folder in folders}

    def check(self, **kwargs: object) -> list[CheckMessage]:
        """Nothing to check: the folders are found, not configured."""
        return []
