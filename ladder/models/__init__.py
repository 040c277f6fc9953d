"""What the ladder keeps.

A table of the portal is named by plain values: `table_ref`, which is never used for another table, and the
number of the game at that table. The ladder knows nothing else about tables.
"""

from ladder.models.abandonments import Abandonment, Appeal, Decision
from ladder.models.games import Played, PlayedSeat
from ladder.models.ledger import Entry
from ladder.models.standings import Bucket, Standing

__all__ = [
    "Abandonment",
    "Appeal",
    "Bucket",
    "Decision",
    "Entry",
    "Played",
    "PlayedSeat",
    "Standing",
]
