"""The one option of Spades, its length; and the rules of a table in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import BadOptions, Choice, Json, Option
from games.spades.info import SEATS
from games.spades.scoring import BAGS, BAGS_COST, NIL, PER_TRICK
from games.wording import shown

TARGETS = (200, 300, 500)
MOST_HANDS = 20
FLOOR = -200
"""A side with so few points or fewer ends a game to a target."""
DEFAULT = {"target": 300}


def options(rule_set: str, seats: int) -> tuple[Option, ...]:
    """The form: the length alone. Raises BadOptions."""
    _check_table(rule_set, seats)
    targets = [Choice(value={"target": n}, label=f"to {n} points") for n in TARGETS]
    hands = range(1, MOST_HANDS + 1)
    counts = [Choice(value={"hands": n}, label="one hand" if n == 1 else f"{n} hands") for n in hands]
    return (
        Option(
            name="length",
            label="Length",
            help="The game ends when a side has that many points after a hand, or after so many hands.",
            choices=(*targets, *counts),
            default=dict(DEFAULT),
        ),
    )


def normalise(raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """`length` alone, as a record holds it. Raises BadOptions with the option at fault."""
    _check_table(raw.get("rule_set", ""), seats)
    for name in raw:
        if name not in ("rule_set", "length"):
            raise BadOptions(str(name), f"There is no option {shown(name)}. There is: length.")
    return {"length": _length(raw.get("length", DEFAULT))}


def _check_table(rule_set: Json, seats: Json) -> None:
    if rule_set != "":
        raise BadOptions("rule_set", f"Spades has no rule set {shown(rule_set)}. Leave rule_set out.")
    if type(seats) is not int or seats != SEATS:
        raise BadOptions("seats", f"Spades is for {SEATS} players, not {shown(seats)}.")


def _length(value: Json) -> dict[str, int]:
    if isinstance(value, Mapping) and len(value) == 1:
        ((unit, count),) = value.items()
        allowed = {"target": TARGETS, "hands": range(1, MOST_HANDS + 1)}.get(unit, ())
        if type(count) is int and count in allowed:
            return {unit: count}
    ways = " or ".join(f'{{"target": {n}}}' for n in TARGETS)
    raise BadOptions(
        "length",
        f'Spades is played to {ways}, or over {{"hands": 1 to {MOST_HANDS}}}, not {shown(value)}.',
    )


def sentences(length: Mapping[str, int]) -> tuple[str, ...]:
    """What holds at a table of this length, one rule a sentence, in the order in which a game meets them."""
    return (
        "4 players get 13 cards each, from a full deck; partners sit opposite each other.",
        "Bidding goes round once from the dealer's left: 1 to 13 tricks, or nil for none.",
        "The deal moves one seat to the left each hand; the seat on the dealer's left leads first.",
        "Follow the suit that was led if you can; else play any card.",
        "The highest spade wins the trick, else the highest card of the suit that was led.",
        "Nobody leads a spade until one has been played, unless they hold spades only.",
        f"A side that takes the tricks it bid together gets {PER_TRICK} points for each, and 1 for each more, "
        f"a bag; a side that does not loses {PER_TRICK} for each trick it bid.",
        f"Each nil is worth {NIL} points if that player takes no trick, and costs {NIL} if they do; "
        "the tricks still count for the side.",
        f"Every {BAGS} bags cost a side {BAGS_COST} points.",
        _end(length),
        "The higher total wins; level totals are a draw.",
    )


def _end(length: Mapping[str, int]) -> str:
    if "target" in length:
        return (
            f"The game ends after the hand in which a side reaches {length['target']} points, "
            f"or falls to {FLOOR} or below."
        )
    hands = length["hands"]
    return "The game is a single hand." if hands == 1 else f"The game ends after {hands} hands."
