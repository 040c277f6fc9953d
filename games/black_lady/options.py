"""The option form, and what a record holds of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import BadOptions, Choice, Json, Option
from games.black_lady.presets import OPTIONS, PRESETS, Preset
from games.wording import shown

MOST_HANDS = 20
MOST_FREE_TRICKS = 3
_YES_NO = (Choice(value=True, label="Yes"), Choice(value=False, label="No"))
_WORDS: Mapping[str, tuple[str, str]] = {
    "penalty_free_tricks": (
        "First tricks without penalty cards",
        "In so many first tricks no penalty card may be played while another card is legal.",
    ),
    "hearts_must_be_broken": (
        "Hearts must be broken",
        "Nobody leads a heart until one has been played, unless they hold hearts only.",
    ),
    "queen_breaks_hearts": (
        "The queen breaks hearts too",
        "Playing the queen of spades opens hearts as a heart does.",
    ),
    "announce_queen": (
        "Announce the queen",
        "Once passing is over everyone is told who holds the queen of spades.",
    ),
    "queen_at_first_chance": (
        "The queen at the first chance",
        "Her holder must throw her when unable to follow suit, and play her under the ace or king of spades.",
    ),
    "keep_queen_and_two": (
        "Queen and two stay",
        "The queen of spades and the two of clubs may not be passed.",
    ),
    "passing": ("Pass three cards", "Before play everyone passes three cards to another seat."),
    "open_with_two": (
        "Open with the two of clubs",
        "The holder of the two of clubs leads that very card first.",
    ),
}


def preset_for(rule_set: Json, seats: Json) -> Preset:
    """The preset of that name. Raises BadOptions where there is none, or not for so many players."""
    if not isinstance(rule_set, str) or rule_set not in PRESETS:
        known = ", ".join(PRESETS)
        raise BadOptions("rule_set", f"There is no rule set {shown(rule_set)}. Choose one of: {known}.")
    preset = PRESETS[rule_set]
    if type(seats) is not int or seats not in preset.seats:
        counts = " or ".join(map(str, preset.seats))
        raise BadOptions("seats", f"{preset.title} is for {counts} players, not {shown(seats)}.")
    return preset


def options(rule_set: str, seats: int) -> tuple[Option, ...]:
    """The form of a rule set: the length first, then each option with what it stands at."""
    preset = preset_for(rule_set, seats)
    return (_length_option(preset), *(_option(name, preset) for name in OPTIONS))


def normalise(raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """`rule_set`, `length` and what differs from the preset. Raises BadOptions with the option at fault."""
    preset = preset_for(raw.get("rule_set"), seats)
    for name in raw:
        if name not in ("rule_set", "length", *OPTIONS):
            raise BadOptions(str(name), f"There is no option {shown(name)}. There are: {', '.join(OPTIONS)}.")
    length = _length(raw.get("length", dict(preset.length)), preset)
    standing = preset.standing()
    wanted = {name: _value(name, raw[name], preset) for name in OPTIONS if name in raw}
    _check_together(standing | wanted)
    changes = {name: value for name, value in wanted.items() if value != standing[name]}
    return {"rule_set": raw["rule_set"], "length": length, **changes}


def _option(name: str, preset: Preset) -> Option:
    label, text = _WORDS[name]
    return Option(
        name=name,
        label=label,
        help=text,
        choices=_counts() if name == "penalty_free_tricks" else _YES_NO,
        default=preset.standing()[name],
        unavailable=_unavailable(name, preset),
    )


def _counts() -> tuple[Choice, ...]:
    return tuple(Choice(value=n, label=str(n) if n else "None") for n in range(MOST_FREE_TRICKS + 1))


def _unavailable(name: str, preset: Preset) -> str:
    never_passes = not any(any(directions) for directions in preset.directions.values())
    if never_passes and name in ("passing", "keep_queen_and_two"):
        return f"{preset.title} never passes cards."
    if name == "open_with_two" and not preset.two_leads:
        return f"In {preset.title} the player on the dealer's left leads first, with any card."
    return ""


def _length_option(preset: Preset) -> Option:
    targets = [Choice(value={"target": n}, label=f"to {n} points") for n in preset.targets]
    hands = range(1, MOST_HANDS + 1) if preset.by_hands else ()
    counts = [Choice(value={"hands": n}, label="one hand" if n == 1 else f"{n} hands") for n in hands]
    return Option(
        name="length",
        label="Length",
        help="The game ends when somebody has that many points after a hand, or after so many hands.",
        choices=(*targets, *counts),
        default=dict(preset.length),
    )


def _length(value: Json, preset: Preset) -> dict[str, int]:
    offered = [choice.value for choice in _length_option(preset).choices]
    if (
        isinstance(value, Mapping)
        and all(type(count) is int for count in value.values())
        and value in offered
    ):
        return dict(value)
    raise BadOptions("length", f"{preset.title} is played {_lengths(preset)}, not {shown(value)}.")


def _lengths(preset: Preset) -> str:
    ways = [f'to {{"target": {n}}}' for n in preset.targets]
    if preset.by_hands:
        ways.append(f'over {{"hands": 1 to {MOST_HANDS}}}')
    return " or ".join(ways)


def _value(name: str, value: Json, preset: Preset) -> int | bool:
    option = _option(name, preset)
    chosen = next(
        (c.value for c in option.choices if type(c.value) is type(value) and c.value == value), None
    )
    if chosen is None:
        allowed = "0, 1, 2 or 3" if name == "penalty_free_tricks" else "true or false"
        raise BadOptions(name, f"“{option.label}” ({name}) is {allowed}, not {shown(value)}.")
    if option.unavailable and chosen != option.default:
        raise BadOptions(name, f"“{option.label}” ({name}) cannot be changed here. {option.unavailable}")
    return int(chosen) if name == "penalty_free_tricks" else bool(chosen)


def _check_together(on: Mapping[str, int | bool]) -> None:
    if on["queen_breaks_hearts"] and not on["hearts_must_be_broken"]:
        raise BadOptions(
            "queen_breaks_hearts",
            "Where hearts may be led from the start the queen has nothing to break. "
            "Switch on hearts_must_be_broken as well, or leave this off.",
        )
    if on["keep_queen_and_two"] and not on["passing"]:
        raise BadOptions(
            "keep_queen_and_two",
            "Where no cards are passed all of them stay anyway. "
            "Switch on passing as well, or leave this off.",
        )
