"""Computer players of Black Lady: a pure function of the seat's view, the level and the budget."""

from __future__ import annotations

from random import Random

from games.api import BotChoice, Seat, View
from games.black_lady import beginner, cautious
from games.black_lady.presets import PRESETS
from games.black_lady.reasons import reason_for
from games.black_lady.sight import sight
from games.cards import CARDS, NAMES, bits

CAUTIOUS = 2
"""The level from which the caution rules hold."""


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """The act of a seat from which one is due, with a reason that everybody may read.

    Neither level searches, so the budget changes nothing. Chance is seeded from the view alone.
    """
    act = _pass(view, seat, level) if view["phase"] == "passing" else _play(view, seat, level)
    return BotChoice(act=act, reason=reason_for(view, act))


def _pass(view: View, seat: Seat, level: int) -> str:
    of = [CARDS[name] for name in view["legal"]["of"]]
    if level >= CAUTIOUS:
        points = {CARDS[name]: value for name, value in view["card_points"].items()}
        chosen = cautious.cards_to_pass(of, bits(view["hand"]), points)
    else:
        chosen = beginner.cards_to_pass(of, _rng(view, seat))
    return " ".join(["pass", *(NAMES[card] for card in sorted(chosen))])


def _play(view: View, seat: Seat, level: int) -> str:
    seen = sight(view, PRESETS[view["options"]["rule_set"]].deck_for(view["seats"]))
    card = cautious.card_to_play(seen) if level >= CAUTIOUS else beginner.card_to_play(seen, _rng(view, seat))
    return "play " + NAMES[card]


def _rng(view: View, seat: Seat) -> Random:
    laid = [card["card"] for card in (view["trick"] or {"cards": []})["cards"]]
    key = f"{seat} {view['hand_number']} {view['totals']} {view['hand']} {laid}"
    return Random(key)  # noqa: S311 - play, not secrets
