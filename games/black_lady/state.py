"""The state of a game of Black Lady, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.api import HandScore, Seat
from games.black_lady.rules import Rules, rules_of
from games.tricks import Trick

DUMP_VERSION = 1


class Phase(StrEnum):
    DEALING = "dealing"
    PASSING = "passing"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """One deal and what became of it. Sets of cards are bits (games.cards); tuples are by seat."""

    cards: tuple[int, ...]
    """What each seat still holds; what is chosen for passing is still among it until all pass."""
    passed: tuple[int, ...]
    """What each seat chose to pass; 0 while it has not, or where nothing is passed."""
    first_leader: Seat
    """Who leads the first trick; −1 until it is known."""
    queen_seat: Seat
    """Who held QS when play began; −1 before."""
    leader: Seat
    """Who leads the running trick."""
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    """The penalty cards that each seat has won."""
    played: int
    """Every card that has been played."""


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A game. `hand` is the one last dealt, kept after its end until the next deal."""

    rules: Rules
    phase: Phase
    hand_number: int
    hand: Hand | None
    completed: tuple[HandScore, ...]
    target: int
    """Points that end the game now: rises on ties where the rule set has it so."""


def fresh(rules: Rules) -> State:
    """A game before its first deal."""
    return State(
        rules=rules, phase=Phase.DEALING, hand_number=0, hand=None, completed=(), target=rules.target
    )


def totals(state: State) -> tuple[int, ...]:
    """Points by seat after the completed hands."""
    return state.completed[-1].totals if state.completed else (0,) * state.rules.seats


def dump(state: State) -> dict[str, Any]:
    """The state as JSON; sets of cards stay integers (below 2**52, exact in every JSON reader)."""
    return {
        "v": DUMP_VERSION,
        "options": _plain(state.rules.given),
        "seats": state.rules.seats,
        "phase": state.phase.value,
        "hand_number": state.hand_number,
        "target": state.target,
        "completed": [
            {"points": list(h.points), "totals": list(h.totals), "notes": [dict(note) for note in h.notes]}
            for h in state.completed
        ],
        "hand": state.hand and _dump_hand(state.hand),
    }


def load(dumped: Mapping[str, Any]) -> State:
    """The state of a dump. Raises ValueError for a version that this engine does not know."""
    if dumped.get("v") != DUMP_VERSION:
        raise ValueError(f"Black Lady reads dumps of version {DUMP_VERSION}, not {dumped.get('v')!r}.")
    completed = tuple(
        HandScore(points=tuple(h["points"]), totals=tuple(h["totals"]), notes=tuple(h["notes"]))
        for h in dumped["completed"]
    )
    return State(
        rules=rules_of(dumped["options"], dumped["seats"]),
        phase=Phase(dumped["phase"]),
        hand_number=dumped["hand_number"],
        hand=dumped["hand"] and _load_hand(dumped["hand"]),
        completed=completed,
        target=dumped["target"],
    )


def check(state: State) -> None:
    """The cards are the deck, each once, in even hands; the points of each hand add up."""
    rules, hand = state.rules, state.hand
    for score in state.completed:
        moon = any(note["code"] == "moon" for note in score.notes)
        expected = rules.total * (rules.seats - 1) if moon else rules.total
        _require(sum(score.points) == expected, f"points {score.points} should add up to {expected}")
    if hand is None:
        return
    seen = hand.played
    for cards in hand.cards:
        _require(not seen & cards, "a card is in two places")
        seen |= cards
    _require(seen == rules.deck, "the cards are not those of the deck")
    least = rules.hand_size - len(hand.tricks) - 1
    even = all(least <= cards.bit_count() <= least + 1 for cards in hand.cards)
    _require(even, "hands are of uneven size")
    won = sum(hand.taken)
    _require(won == won & hand.played & rules.penalties, "a card counts that costs nothing or was not played")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {**options, "length": dict(options["length"])}


def _dump_hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": list(hand.cards),
        "passed": list(hand.passed),
        "first_leader": hand.first_leader,
        "queen_seat": hand.queen_seat,
        "leader": hand.leader,
        "trick": list(hand.trick),
        "tricks": [[t.leader, list(t.cards), t.winner, t.points] for t in hand.tricks],
        "taken": list(hand.taken),
        "played": hand.played,
    }


def _load_hand(dumped: Mapping[str, Any]) -> Hand:
    tricks = tuple(
        Trick(leader=leader, cards=tuple(cards), winner=winner, points=points)
        for leader, cards, winner, points in dumped["tricks"]
    )
    return Hand(
        cards=tuple(dumped["cards"]),
        passed=tuple(dumped["passed"]),
        first_leader=dumped["first_leader"],
        queen_seat=dumped["queen_seat"],
        leader=dumped["leader"],
        trick=tuple(dumped["trick"]),
        tricks=tricks,
        taken=tuple(dumped["taken"]),
        played=dumped["played"],
    )
