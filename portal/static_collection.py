"""Collecting static files only for a build that has none yet: every start asks, and it takes seconds."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command


def collect_if_changed() -> bool:
    """Bring STATIC_ROOT up to date; whether there was anything to do."""
    note = Path(settings.STATIC_ROOT) / ".build"
    if note.exists() and note.read_text() == settings.BUILD:
        return False
    note.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    note.write_text(settings.BUILD)
    return True
