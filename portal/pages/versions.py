"""The version log, as written in CHANGELOG.md."""

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString

from portal.pages.markdown import Page, read_page

_CHANGELOG = settings.BASE_DIR / "CHANGELOG.md"


@dataclass(frozen=True, kw_only=True)
class Latest:
    """The newest version's heading, and its changes as HTML."""

    title: str
    body: SafeString


@cache
def version_log() -> Page | None:
    """The whole log; None where the file is not delivered along."""
    return read_page(_CHANGELOG) if _CHANGELOG.is_file() else None


@cache
def latest() -> Latest | None:
    """What changed lately."""
    return latest_of(version_log())


def latest_of(log: Page | None) -> Latest | None:
    """The first section of a log, or None where it has none."""
    if log is None or not log.sections:
        return None
    start = log.body.index("</h2>") + len("</h2>")
    end = log.body.find("<h2", start)
    return Latest(title=log.sections[0][1], body=SafeString(log.body[start : end if end >= 0 else None]))
