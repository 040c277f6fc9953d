"""Level 1: bids its high cards, plays high to win and low to lose, and does not look at its partner."""

from __future__ import annotations

from random import Random

from games.cards import CARDS, RANK, SPADES, SUIT, bits, cards_of
from games.spades.sight import Sight

HIGH = bits(["AC", "KC", "AD", "KD", "AH", "KH", "AS", "KS", "QS"])


def tricks_to_bid(hand: int) -> int:
    """One for each ace and king and the queen of spades, and never less than one.

    >>> tricks_to_bid(bits("AC KC QC QS 9S 4S 2H".split()))
    3
    """
    return max(1, (hand & HIGH).bit_count())


def card_to_play(sight: Sight, rng: Random) -> int:
    """Its highest card if that wins the trick as it lies, else its lowest; any of several alike."""
    legal = list(cards_of(sight.legal))
    rng.shuffle(legal)
    winning = [card for card in legal if sight.beats(card)]
    return max(winning, key=_height) if winning else min(legal, key=_height)


def _height(card: int) -> int:
    """Rank, any spade above the other suits but for leads: spades are kept for trumping."""
    return RANK[card] + (len(CARDS) if SUIT[card] == SPADES else 0)
