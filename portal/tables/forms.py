"""The form in which a table is asked for. Which options there are is the game's word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from games.api import GameInfo, RuleSet
from games.registry import game
from portal.tables.lifecycle import LEVEL_TITLES
from portal.tables.lobby import Wish


def chosen_rule_set(info: GameInfo, slug: str | None) -> RuleSet:
    """The rule set of that name, or the game's first."""
    return next((r for r in info.rule_sets if r.slug == slug), info.rule_sets[0])


def chosen_seats(rule_set: RuleSet, typed: str | None) -> int:
    """The number of seats typed, where the rule set is played by so many; else its usual one."""
    seats = int(typed) if typed and typed.isdigit() else rule_set.default_seats
    return seats if seats in rule_set.seats else rule_set.default_seats


BY_LOT, AS_TAKEN = "lot", "taken"


def seating_of(info: GameInfo) -> list[tuple[str, str]]:
    """How seats can be given out, the usual way first; a number is the seat of the table's maker (spec: chess)."""
    if info.seat_names:
        own = [(str(seat), f"You play {name}") for seat, name in enumerate(info.seat_names)]
        return [(BY_LOT, "Drawn by lot before each game"), *own]
    return [(AS_TAKEN, "As people sit down"), (BY_LOT, "Drawn by lot before each game")]


class TableForm(forms.Form):
    """One table of `game`, by `rule_set`, for `seats`."""

    scored = forms.ChoiceField(
        label="Kind of game",
        choices=[("yes", "Scored: counts on the leaderboard, with a move timer"),
                 ("no", "Test: no timer, kept nowhere, undo and hints if you like")],
        widget=forms.RadioSelect,
    )  # fmt: skip
    level = forms.TypedChoiceField(label="Level of the computers and of the leaderboard", coerce=int)
    public = forms.BooleanField(label="Show it on the public board", required=False)
    people_only = forms.BooleanField(label="People only, no computers", required=False)
    move_time_s = forms.IntegerField(label="Seconds a move (scored)")
    seating = forms.ChoiceField(label="Seats")
    undo = forms.BooleanField(label="Allow undo (test)", required=False)
    hints = forms.BooleanField(label="Allow hints (test)", required=False)

    def __init__(self, data: Mapping[str, Any] | None, slug: str, rule_set: str | None, seats: str | None,
                 *, may_score: bool) -> None:  # fmt: skip
        self.info = game(slug).engine.info
        self.rule_set = chosen_rule_set(self.info, rule_set)
        self.seats = chosen_seats(self.rule_set, seats)
        self.options = game(slug).engine.options(self.rule_set.slug, self.seats)
        defaults = {"scored": "yes" if may_score else "no", "level": self.info.levels[0], "public": True,
                    "move_time_s": self.info.default_move_time_s, "undo": True, "hints": True,
                    "seating": seating_of(self.info)[0][0]}  # fmt: skip
        super().__init__(data, initial=defaults, label_suffix="")
        level, move_time = self.fields["level"], self.fields["move_time_s"]
        level.choices = [(n, LEVEL_TITLES[n]) for n in self.info.levels]  # type: ignore[attr-defined]
        self.fields["seating"] = forms.ChoiceField(
            label="Colours" if self.info.seat_names else "Seats", choices=seating_of(self.info)
        )
        low, high = self.info.min_move_time_s, self.info.max_move_time_s
        self.fields["move_time_s"] = forms.IntegerField(
            label=move_time.label, min_value=low, max_value=high, required=False
        )
        self.may_score = may_score
        if not may_score:
            self.fields["scored"].disabled = True
        for option in self.options:
            self.fields[f"option-{option.name}"] = self._option_field(option)

    def _option_field(self, option: Any) -> forms.Field:
        if option.free_text:
            return forms.CharField(
                label=option.label + (" (test)" if option.test_only else ""),
                help_text=option.help,
                initial=option.default,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
            )
        return forms.ChoiceField(
            label=option.label,
            help_text=option.unavailable or option.help,
            choices=[(json.dumps(c.value), c.label) for c in option.choices],
            initial=json.dumps(option.default),
            disabled=bool(option.unavailable),
        )

    def _told(self, option: Any) -> Any:
        told = self.cleaned_data[f"option-{option.name}"]
        return told if option.free_text else json.loads(told)

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """What the short form shows: kind, level, length, colours, move time, visibility."""
        names = ["scored", "level", "option-length", "move_time_s", "public"]
        if self.info.seat_names:
            names.insert(3, "seating")
        return [self[name] for name in names if name in self.fields]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """The rest."""
        shown = {field.name for field in self.main_fields}
        return [field for field in self if field.name not in shown]

    @property
    def faulty_fields(self) -> list[forms.BoundField]:
        """What was refused."""
        return [field for field in self if field.errors]

    @property
    def seats_vary(self) -> bool:
        """Whether other rule sets of the game are played by other numbers."""
        return len({seats for rule_set in self.info.rule_sets for seats in rule_set.seats}) > 1

    def wish(self) -> Wish:
        """The table asked for, of a valid form."""
        told = self.cleaned_data
        options = {o.name: self._told(o) for o in self.options if not o.unavailable}
        if self.rule_set.slug:
            options["rule_set"] = self.rule_set.slug
        scored = told["scored"] == "yes"
        return Wish(
            game=self.info.slug,
            seats=self.seats,
            options=options,
            scored=scored,
            level=told["level"],
            move_time_s=told["move_time_s"] or self.info.default_move_time_s,
            public=told["public"],
            people_only=told["people_only"],
            undo=told["undo"],
            hints=told["hints"],
            by_lot=told["seating"] == BY_LOT,
            own_seat=int(told["seating"]) if told["seating"].isdigit() else None,
        )
