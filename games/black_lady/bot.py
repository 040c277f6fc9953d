"""Computer players of Black Lady: a pure function of the seat's view, the level and the budget."""

from __future__ import annotations

from random import Random

from games.api import BotChoice, Reason, Seat, View
from games.black_lady import beginner, cautious, search
from games.black_lady.presets import PRESETS
from games.black_lady.reasons import reason_for
from games.black_lady.rules import rules_of
from games.black_lady.sight import sight
from games.cards import CARDS, NAMES, bits

CAUTIOUS, SEARCHING = 2, 3
"""The level from which the caution rules hold, and the one that searches."""


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """The act of a seat from which one is due, with a reason that everybody may read.

    The budget are playouts of level 3, which without any plays by the caution rules; the others do not search.
    Chance is seeded from the view alone.
    """
    searches = level >= SEARCHING and budget > 0
    if view["phase"] == "passing":
        chosen = _search_pass(view, seat, budget) if searches else _pass(view, seat, level)
        act = " ".join(["pass", *(NAMES[card] for card in sorted(chosen))])
        return BotChoice(act=act, reason=Reason(code="pass-tried") if searches else reason_for(view, act))
    act = "play " + NAMES[_search_play(view, seat, budget) if searches else _play(view, seat, level)]
    return BotChoice(act=act, reason=reason_for(view, act))


def _pass(view: View, seat: Seat, level: int) -> list[int]:
    of = [CARDS[name] for name in view["legal"]["of"]]
    if level < CAUTIOUS:
        return beginner.cards_to_pass(of, _rng(view, seat))
    points = {CARDS[name]: value for name, value in view["card_points"].items()}
    return cautious.cards_to_pass(of, bits(view["hand"]), points)


def _play(view: View, seat: Seat, level: int) -> int:
    seen = sight(view, PRESETS[view["options"]["rule_set"]].deck_for(view["seats"]))
    return cautious.card_to_play(seen) if level >= CAUTIOUS else beginner.card_to_play(seen, _rng(view, seat))


def _search_pass(view: View, seat: Seat, budget: int) -> tuple[int, ...]:
    rules = rules_of(view["options"], view["seats"])
    return search.cards_to_pass(view, seat, rules, budget, _rng(view, seat))


def _search_play(view: View, seat: Seat, budget: int) -> int:
    rules = rules_of(view["options"], view["seats"])
    return search.card_to_play(view, seat, rules, budget, _rng(view, seat))


def _rng(view: View, seat: Seat) -> Random:
    laid = [card["card"] for card in (view["trick"] or {"cards": []})["cards"]]
    key = f"{seat} {view['hand_number']} {view['totals']} {view['hand']} {laid}"
    return Random(key)  # noqa: S311 - play, not secrets
