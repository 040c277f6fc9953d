"""Time in which the portal itself was away counts for nobody (spec: portal, Clocks).

When no web process or no clock has given a sign of life for more than `OUTAGE_S`, every open deadline and absence
moves on by the part of that gap after its own start. The gap is moved past the clocks bit by bit while it lasts.
"""

from __future__ import annotations

from datetime import datetime


async def shift(at: datetime) -> None:
    """Moves what must be moved."""
