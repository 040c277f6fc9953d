"""The state of a game of Spades, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.api import HandScore, Seat
from games.cards import DECK
from games.spades.info import SEATS, SIDES
from games.spades.scoring import BAGS
from games.tricks import Trick

DUMP_VERSION = 1
HAND_SIZE = 13


class Phase(StrEnum):
    DEALING = "dealing"
    BIDDING = "bidding"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """One deal and what became of it. Sets of cards are bits (games.cards); tuples are by seat."""

    cards: tuple[int, ...]
    bids: tuple[int | None, ...]
    """0 is nil; None is no bid yet."""
    leader: Seat
    """Who bids first, later who leads the running trick."""
    trick: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    played: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A game. `hand` is the one last dealt, kept after its end until the next deal."""

    unit: str
    """"target" or "hands"."""
    count: int
    phase: Phase = Phase.DEALING
    hand_number: int = 0
    hand: Hand | None = None
    completed: tuple[HandScore, ...] = ()
    bags: tuple[int, ...] = (0, 0)
    """By side, after the completed hands."""


def dealer(hand_number: int) -> Seat:
    """Who deals that hand; seat 0 the first."""
    return (hand_number - 1) % SEATS


def totals(state: State) -> tuple[int, ...]:
    """Points by side after the completed hands."""
    return state.completed[-1].totals if state.completed else (0,) * len(SIDES)


def taken(hand: Hand) -> tuple[int, ...]:
    """Tricks by seat."""
    tricks = [0] * SEATS
    for trick in hand.tricks:
        tricks[trick.winner] += 1
    return tuple(tricks)


def dump(state: State) -> dict[str, Any]:
    """The state as JSON; sets of cards stay integers (below 2**52, exact in every JSON reader)."""
    return {
        "v": DUMP_VERSION,
        "length": {state.unit: state.count},
        "phase": state.phase.value,
        "hand_number": state.hand_number,
        "bags": list(state.bags),
        "completed": [
            {"points": list(h.points), "totals": list(h.totals), "notes": [dict(note) for note in h.notes]}
            for h in state.completed
        ],
        "hand": state.hand and _dump_hand(state.hand),
    }


def load(dumped: Mapping[str, Any]) -> State:
    """The state of a dump. Raises ValueError for a version that this engine does not know."""
    if dumped.get("v") != DUMP_VERSION:
        raise ValueError(f"Spades reads dumps of version {DUMP_VERSION}, not {dumped.get('v')!r}.")
    ((unit, count),) = dumped["length"].items()
    return State(
        unit=unit,
        count=count,
        phase=Phase(dumped["phase"]),
        hand_number=dumped["hand_number"],
        hand=dumped["hand"] and _load_hand(dumped["hand"]),
        completed=tuple(
            HandScore(points=tuple(h["points"]), totals=tuple(h["totals"]), notes=tuple(h["notes"]))
            for h in dumped["completed"]
        ),
        bags=tuple(dumped["bags"]),
    )


def check(state: State) -> None:
    """The cards are the deck, each once, in even hands; totals add up; no side keeps ten bags."""
    for side in range(len(SIDES)):
        points = sum(score.points[side] for score in state.completed)
        _require(points == totals(state)[side], f"the points of side {side} do not add up to its total")
        _require(0 <= state.bags[side] < BAGS, f"side {side} has {state.bags[side]} bags")
    hand = state.hand
    if hand is None:
        return
    seen = hand.played
    for cards in hand.cards:
        _require(not seen & cards, "a card is in two places")
        seen |= cards
    _require(seen == DECK, "the cards are not those of the deck")
    least = HAND_SIZE - len(hand.tricks) - 1
    even = all(least <= cards.bit_count() <= least + 1 for cards in hand.cards)
    _require(even, "hands are of uneven size")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _dump_hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": list(hand.cards),
        "bids": list(hand.bids),
        "leader": hand.leader,
        "trick": list(hand.trick),
        "tricks": [[t.leader, list(t.cards), t.winner] for t in hand.tricks],
        "played": hand.played,
    }


def _load_hand(dumped: Mapping[str, Any]) -> Hand:
    tricks = tuple(
        Trick(leader=leader, cards=tuple(cards), winner=winner) for leader, cards, winner in dumped["tricks"]
    )
    return Hand(
        cards=tuple(dumped["cards"]),
        bids=tuple(dumped["bids"]),
        leader=dumped["leader"],
        trick=tuple(dumped["trick"]),
        tricks=tricks,
        played=dumped["played"],
    )
