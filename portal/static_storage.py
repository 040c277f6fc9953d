"""What browsers get: our scripts and sheets without comments and indentation; sources stay as they are written.

A development server (`STATIC_FROM_SOURCE`) serves the sources themselves.
"""

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import minify
from django.conf import settings
from whitenoise.storage import CompressedStaticFilesStorage

KINDS = {".js": "application/javascript", ".css": "text/css"}
OURS = ("portal", "ladder", "games")
"""Folders whose files are shrunk: those of libraries keep their licences' notices."""
log = logging.getLogger(__name__)
minify.config({"js-keep-var-names": True})  # a trace from a player's browser names what the source names


def shrunk(source: Path) -> bytes:
    """The bytes of a file as browsers get it."""
    if source.suffix not in KINDS:
        return source.read_bytes()
    try:
        return str(minify.string(KINDS[source.suffix], source.read_text())).encode()
    except minify.MinifyError as fault:  # a game's broken script breaks that game's table, and nothing else
        log.warning("not_shrunk: %s: %s", source, fault)
        return source.read_bytes()


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
