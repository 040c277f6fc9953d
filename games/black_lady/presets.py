"""The five rule sets: what each fixes, and what its options stand at before a host changes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from games.cards import CARDS, DECK, HEARTS, RANK, SUIT, bits

QUEEN = CARDS["QS"]
TWO_OF_CLUBS = CARDS["2C"]
SHARED, PLAY_ON, RAISE = "shared", "play-on", "raise"
"""A tie for the lowest at the end: first place is shared, another hand is played, or the target rises by 50.
"""
LEFT, RIGHT, ACROSS, NONE = "left", "right", "across", ""
ROUND_OF_FOUR = (LEFT, RIGHT, ACROSS, NONE)
SWITCHES = (
    "hearts_must_be_broken",
    "queen_breaks_hearts",
    "announce_queen",
    "queen_at_first_chance",
    "keep_queen_and_two",
    "passing",
    "open_with_two",
)
OPTIONS = ("penalty_free_tricks", *SWITCHES)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """One column of the table of rule sets (spec: Black Lady, The five rule sets)."""

    title: str
    summary: str
    seats: tuple[int, ...] = (4,)
    deck: int = DECK
    removed: Mapping[int, str] = field(default_factory=dict)
    """Cards taken out of the deck, by number of seats."""
    hearts: tuple[int, ...] = (1,) * 13
    """Points of 2H … AH."""
    others: Mapping[str, int] = field(default_factory=lambda: {"QS": 13})
    total: int = 26
    directions: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: {4: ROUND_OF_FOUR})
    """Where cards are passed, hand by hand and again, by number of seats."""
    two_leads: bool = True
    """The holder of 2C leads first; else the seat to the dealer's left."""
    moon: bool = True
    targets: tuple[int, ...] = ()
    by_hands: bool = False
    length: Mapping[str, int] = field(default_factory=lambda: {"target": 100})
    tie: str = SHARED
    options: Mapping[str, int | bool] = field(default_factory=dict)
    """What its options stand at where that is not off or 0."""

    def standing(self) -> dict[str, int | bool]:
        """Every option but `length` with its value in this rule set."""
        return {"penalty_free_tricks": 0, **dict.fromkeys(SWITCHES, False), **self.options}

    def deck_for(self, seats: int) -> int:
        """The cards that are dealt."""
        return self.deck & ~bits(self.removed.get(seats, "").split())

    def card_points(self, seats: int) -> tuple[int, ...]:
        """Penalty points of every card, by card."""
        deck, points = self.deck_for(seats), [0] * 52
        for card in range(52):
            if deck >> card & 1 and SUIT[card] == HEARTS:
                points[card] = self.hearts[RANK[card]]
        for name, value in self.others.items():
            points[CARDS[name]] = value
        return tuple(points)


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "portal": Preset(
            title="Portal",
            summary="Four players, three cards passed, no points in the first trick; a target or some hands.",
            targets=(50, 100),
            by_hands=True,
            options={
                "penalty_free_tricks": 1,
                "hearts_must_be_broken": True,
                "passing": True,
                "open_with_two": True,
            },
        ),
        "american": Preset(
            title="American",
            summary="Four players to 100 points; a tie for the lead is played off.",
            targets=(100,),
            tie=PLAY_ON,
            options={
                "penalty_free_tricks": 1,
                "hearts_must_be_broken": True,
                "passing": True,
                "open_with_two": True,
            },
        ),
        "british": Preset(
            title="British",
            summary="Three or four players to 100; the high hearts cost more, taking all wins nothing.",
            seats=(3, 4),
            removed={3: "2C"},
            hearts=(1,) * 9 + (2, 3, 4, 5),
            total=36,
            directions={3: (LEFT,), 4: (LEFT,)},
            two_leads=False,
            moon=False,
            targets=(100,),
            tie=RAISE,
            options={"passing": True},
        ),
        "classic": Preset(
            title="Classic",
            summary="Three to five players; any card may open the hand and hearts may be led from the start.",
            seats=(3, 4, 5),
            removed={3: "2S", 5: "2S 2D"},
            directions={3: (LEFT, RIGHT), 4: (LEFT, RIGHT, ACROSS), 5: (LEFT, RIGHT)},
            targets=(50, 100),
            by_hands=True,
            length={"hands": 4},
            options={"passing": True},
        ),
        "dutch": Preset(
            title="Dutch",
            summary="Four players with 32 cards, nothing passed; the jack of clubs costs points too.",
            deck=sum(1 << card for card in range(52) if RANK[card] >= RANK[CARDS["7C"]]),
            others={"JC": 2, "QS": 5},
            total=15,
            directions={4: (NONE,)},
            two_leads=False,
            targets=(50, 100),
            by_hands=True,
            length={"hands": 4},
        ),
    }
)
