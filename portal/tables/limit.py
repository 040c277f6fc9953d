"""How fast one socket may send: a bucket that refills."""

from __future__ import annotations

import time


class Bucket:
    """Allows `burst` at once and `per_second` in the long run."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """True where one more is allowed; counts it."""
        at = time.monotonic()
        self._left = min(self._burst, self._left + (at - self._at) * self._per_second)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True
