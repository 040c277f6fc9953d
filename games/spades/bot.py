"""Computer players of Spades: a pure function of the seat's view, the level and the budget."""

from __future__ import annotations

from random import Random

from games.api import BotChoice, Seat, View
from games.cards import NAMES, bits
from games.spades import beginner, careful, estimate
from games.spades.legality import BIDS
from games.spades.reasons import reason_for
from games.spades.sight import sight

CAREFUL = 2
"""The level from which bids are counted and partners are looked at."""


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """The act of a seat from which one is due, with a reason that everybody may read.

    Neither level searches, so the budget changes nothing. Chance is seeded from the view alone.
    """
    act = _bid(view, seat, level) if view["phase"] == "bidding" else _play(view, seat, level)
    return BotChoice(act=act, reason=reason_for(view, seat, act))


def _bid(view: View, seat: Seat, level: int) -> str:
    hand = bits(view["hand"])
    if level >= CAREFUL:
        partner = view["bids"][(seat + 2) % view["seats"]]
        return "bid " + BIDS[estimate.tricks_to_bid(hand, view["bids"], partner)]
    return "bid " + BIDS[beginner.tricks_to_bid(hand)]


def _play(view: View, seat: Seat, level: int) -> str:
    seen = sight(view, seat)
    card = careful.card_to_play(seen) if level >= CAREFUL else beginner.card_to_play(seen, _rng(view, seat))
    return "play " + NAMES[card]


def _rng(view: View, seat: Seat) -> Random:
    laid = [card["card"] for card in view["trick"]["cards"]]
    key = f"{seat} {view['hand_number']} {view['totals']} {view['hand']} {laid}"
    return Random(key)  # noqa: S311 - play, not secrets
