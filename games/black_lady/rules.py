"""The rules of one table, worked out once from its options and number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.api import Options, Seat
from games.black_lady.presets import ACROSS, LEFT, NONE, OPTIONS, PRESETS, QUEEN, RIGHT, TWO_OF_CLUBS
from games.cards import HEARTS, SUIT_BITS, names

PASSED = 3
"""Cards that each player passes."""
TARGET_STEP = 50
"""By how much the target rises on a tie where it does."""
NEVER = 1 << 30
QUEEN_BIT = 1 << QUEEN
HEARTS_BITS = SUIT_BITS[HEARTS]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """Everything that play asks for, in the form in which it asks. Sets of cards are bits (games.cards)."""

    rule_set: str
    seats: int
    given: Mapping[str, Any]
    """The normalised options, as a record holds them."""
    options: Mapping[str, Any]
    """Every option in force by name, `rule_set` and `length` included."""
    deck: int
    items: tuple[str, ...]
    hand_size: int
    points: tuple[int, ...]
    """Penalty points by card."""
    penalties: int
    total: int
    moon: bool
    directions: tuple[str, ...]
    two_leads: bool
    open_with_two: bool
    free_tricks: int
    must_break: bool
    breakers: int
    """The cards whose being played breaks hearts."""
    announce: bool
    first_chance: bool
    kept: int
    """Cards that may not be passed."""
    target: int
    """Points at which the game ends; NEVER in a game by hands."""
    hands: int
    """Hands after which the game ends; NEVER in a game to a target."""
    tie: str

    def direction(self, hand_number: int) -> str:
        """Where cards go in that hand: left, right, across or "" for nowhere."""
        return self.directions[(hand_number - 1) % len(self.directions)]

    def receiver(self, hand_number: int, seat: Seat) -> Seat:
        """To whom `seat` passes in that hand (itself where nothing is passed)."""
        return (seat + self._step(hand_number)) % self.seats

    def giver(self, hand_number: int, seat: Seat) -> Seat:
        """From whom `seat` receives in that hand."""
        return (seat - self._step(hand_number)) % self.seats

    def _step(self, hand_number: int) -> int:
        return {LEFT: 1, RIGHT: -1, ACROSS: self.seats // 2, NONE: 0}[self.direction(hand_number)]

    def dealer(self, hand_number: int) -> Seat | None:
        """Who deals that hand, where it matters."""
        return None if self.two_leads else (hand_number - 1) % self.seats


def rules_of(options: Options, seats: int) -> Rules:
    """The rules of a table with these normalised options."""
    changes = tuple(sorted((name, value) for name, value in options.items() if name in OPTIONS))
    ((unit, count),) = options["length"].items()
    return _rules(options["rule_set"], seats, unit, count, changes)


@lru_cache(maxsize=1000)
def _rules(slug: str, seats: int, unit: str, count: int, changes: tuple[tuple[str, Any], ...]) -> Rules:
    preset, length = PRESETS[slug], {unit: count}
    on: dict[str, Any] = preset.standing() | dict(changes)
    deck, points = preset.deck_for(seats), preset.card_points(seats)
    return Rules(
        rule_set=slug,
        seats=seats,
        given=MappingProxyType({"rule_set": slug, "length": length, **dict(changes)}),
        options=MappingProxyType({"rule_set": slug, "length": length, **on}),
        deck=deck,
        items=names(deck),
        hand_size=deck.bit_count() // seats,
        points=points,
        penalties=sum(1 << card for card, value in enumerate(points) if value),
        total=preset.total,
        moon=preset.moon,
        directions=preset.directions[seats] if on["passing"] else (NONE,),
        two_leads=preset.two_leads,
        open_with_two=on["open_with_two"],
        free_tricks=on["penalty_free_tricks"],
        must_break=on["hearts_must_be_broken"],
        breakers=HEARTS_BITS | (QUEEN_BIT if on["queen_breaks_hearts"] else 0),
        announce=on["announce_queen"],
        first_chance=on["queen_at_first_chance"],
        kept=QUEEN_BIT | 1 << TWO_OF_CLUBS if on["keep_queen_and_two"] else 0,
        target=length.get("target", NEVER),
        hands=length.get("hands", NEVER),
        tie=preset.tie,
    )
