"""What the pages of reviewers and players show alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import Seat
from ladder.models import Abandonment, Played


def is_over(case: Abandonment) -> bool:
    """Whether the game of the case has ended, so that all its cards are open."""
    return Played.objects.filter(table_ref=case.table_ref, game_number=case.game_number).exists()


def standing(case: Abandonment, names: Mapping[Seat, str]) -> dict[str, Any]:
    """What the rule compared, in words: each side's players and score, and after how many hands."""
    basis = case.standing
    sides = [
        (" and ".join(names.get(seat, f"Seat {seat + 1}") for seat in side), score, case.seat in side)
        for side, score in zip(basis["sides"], basis["scores"], strict=True)
    ]
    return {"sides": sides, "hands": basis["hands_completed"], "one_hand": basis["one_hand"]}


def number(text: str) -> int | None:
    """A number of an address, None where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
