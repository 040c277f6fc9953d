"""Which scripts a module needs at once, so that a page can ask for all of them before the first one is read."""

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

_IMPORT = re.compile(r'^(?:import|export)\b[^"\n]*"(\.[^"]+)"', re.MULTILINE)


@lru_cache(maxsize=50)
def modules_of(entry: str) -> tuple[str, ...]:
    """Names of `entry` and of all that it imports in its first lines, nearest first; nothing if there is no such file.

    What is imported later, by `import()`, is not among them.
    """
    found: list[str] = []
    waiting = [entry]
    while waiting:
        name = waiting.pop(0)
        path = finders.find(name)
        if path is None or name in found:
            continue
        found.append(name)
        folder = posixpath.dirname(name)
        waiting += [
            posixpath.normpath(f"{folder}/{other}") for other in _IMPORT.findall(Path(path).read_text())
        ]
    return tuple(found)
