"""Reading the file that a command was given, and saying what is wrong with it on one plain line."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.record import BadRecord

MOST_BYTES = 50_000_000


def bytes_of(file: str) -> bytes:
    """The content of a file. Raises BadRecord where it cannot be read or is far too long for a record."""
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        said = (
            error.strerror if isinstance(error, OSError) and error.strerror else "that is no name of a file"
        )
        raise BadRecord(f"This file cannot be read: {said}.") from error
    if len(content) > MOST_BYTES:
        raise BadRecord(f"This file is longer than {MOST_BYTES} bytes: no game is that long.")
    return content


@contextmanager
def reader_may_stop() -> Iterator[None]:
    """Ends quietly where whoever reads our output has closed it, as `head` does."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def plain(text: str) -> str:
    """The text on one line, with escapes for what a terminal might not show."""
    escaped = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
    return escaped.encode("utf-8", "backslashreplace").decode()
