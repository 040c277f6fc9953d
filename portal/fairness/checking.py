"""The portal's own check of a record's deals: the one that works without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.record import BadRecord, Record, parse, read
from games.verify import WRONG, Verdict, findings

MOST_BYTES = 1_000_000  # a long game's record has some 50,000


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was found of one hand, in a sentence, and the values that it was found by (None where none are there)."""

    verdict: Verdict
    sentence: str
    values: Mapping[str, Any] | None

    @property
    def tone(self) -> str:
        """good, bad, or warn for what is left open."""
        if self.verdict in WRONG:
            return "bad"
        return "good" if self.verdict in (Verdict.MATCHES, Verdict.NOT_DEALT) else "warn"


def check_text(text: bytes | str) -> list[Checked]:
    """Every hand of the record in a JSON text. Raises BadRecord."""
    if len(text) > MOST_BYTES:
        raise BadRecord("This is longer than any record of a game. Give the file as it was downloaded.")
    return _check(read(text))


def check_stored(document: Mapping[str, Any]) -> list[Checked]:
    """Every hand of a stored record. Raises BadRecord."""
    return _check(parse(dict(document)))


def _check(record: Record) -> list[Checked]:
    found = list(findings(record))
    values = {entry["hand"]: entry for entry in record.extras["fairness"]}
    return [Checked(verdict=f.verdict, sentence=f.sentence, values=values.get(f.hand)) for f in found]
