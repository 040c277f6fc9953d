"""What tests on a whole portal share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.books import Books


@pytest.fixture
def books(portal_and_data: tuple[str, Path]) -> Iterator[Books]:
    """The database of the run's portal."""
    found = Books(portal_and_data[1])
    yield found
    found.close()
