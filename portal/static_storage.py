"""What browsers get: our scripts and sheets without comments and indentation; sources stay as they are written.

A development server (`STATIC_FROM_SOURCE`) serves the sources themselves.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from rcssmin import cssmin
from whitenoise.storage import CompressedStaticFilesStorage

from portal.script_templates import shrunk_script

SHRINK = {".js": shrunk_script, ".css": cssmin}
OURS = ("portal", "ladder", "games")
"""Folders whose files are shrunk: those of libraries keep their licences' notices."""


def shrunk(source: Path) -> bytes:
    """The bytes of a file as browsers get it."""
    if source.suffix not in SHRINK:
        return source.read_bytes()
    return str(SHRINK[source.suffix](source.read_text())).encode()


class ShrunkFiles(CompressedStaticFilesStorage):
    """Shrinks what collectstatic has copied, and then compresses it."""

    def post_process(
        self, paths: Mapping[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            for name, (storage, path) in paths.items():
                source = Path(storage.path(path))
                if any(source.is_relative_to(Path(settings.BASE_DIR, folder)) for folder in OURS):
                    Path(self.path(name)).write_bytes(shrunk(source))
        yield from super().post_process(paths, dry_run, **options)
