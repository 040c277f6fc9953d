"""Computer players of Spades: a pure function of the seat's view, the level and the budget."""

from __future__ import annotations

import json
from random import Random

from games.api import BotChoice, Seat, View
from games.cards import NAMES, bits
from games.spades import beginner, careful, estimate, search
from games.spades.legality import BIDS
from games.spades.reasons import reason_for
from games.spades.sight import sight

CAREFUL = 2
"""The level from which bids are counted and partners are looked at."""
SEARCHING = 3
"""The level from which choices are tried out."""
TOLD = ("options", "hand_number", "totals", "bags", "bids", "hand", "tricks", "trick")
"""Two views that differ do so in one of these."""


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """The act of a seat from which one is due, with a reason that everybody may read.

    Level 3 searches, in about `budget` playouts; to the others the budget is nothing. Chance is seeded from the view
    alone.
    """
    act = _bid(view, seat, level, budget) if view["phase"] == "bidding" else _play(view, seat, level, budget)
    return BotChoice(act=act, reason=reason_for(view, seat, act, level >= SEARCHING))


def _bid(view: View, seat: Seat, level: int, budget: int) -> str:
    hand = bits(view["hand"])
    if level >= SEARCHING:
        return "bid " + BIDS[search.tricks_to_bid(view, seat, budget, rng_of(view, seat))]
    if level >= CAREFUL:
        partner = view["bids"][(seat + 2) % view["seats"]]
        return "bid " + BIDS[estimate.tricks_to_bid(hand, view["bids"], partner)]
    return "bid " + BIDS[beginner.tricks_to_bid(hand)]


def _play(view: View, seat: Seat, level: int, budget: int) -> str:
    seen = sight(view, seat)
    if level >= SEARCHING:
        return "play " + NAMES[search.card_to_play(view, seen, budget, rng_of(view, seat))]
    card = careful.card_to_play(seen) if level >= CAREFUL else beginner.card_to_play(seen, rng_of(view, seat))
    return "play " + NAMES[card]


def rng_of(view: View, seat: Seat) -> Random:
    """Chance that differs with all that the view tells of the game."""
    key = json.dumps([seat, *(view[name] for name in TOLD)], sort_keys=True)
    return Random(key)  # noqa: S311 - play, not secrets
