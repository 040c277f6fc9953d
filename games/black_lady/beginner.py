"""Level 1: plausible and forgetful. Keeps out of tricks that hold points when it sees how; else any card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.black_lady.rules import PASSED
from games.black_lady.sight import Sight
from games.cards import RANK, SUIT, cards_of
from games.tricks import best

HIGH = 6
"""It passes three of so many highest cards."""


def cards_to_pass(of: Sequence[int], rng: Random) -> list[int]:
    """Three of its highest cards, whichever come to mind."""
    return rng.sample(sorted(of, key=lambda card: -RANK[card])[:HIGH], PASSED)


def card_to_play(sight: Sight, rng: Random) -> int:
    """A card that does not win the points in the trick if there is one, else any legal card."""
    legal = list(cards_of(sight.legal))
    if sight.trick and sight.trick_points:
        suit, highest = SUIT[sight.trick[0]], best(sight.trick)
        legal = [card for card in legal if SUIT[card] != suit or card < highest] or legal
    return rng.choice(legal)
