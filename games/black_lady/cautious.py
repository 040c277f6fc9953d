"""Level 2: the caution rules (spec: bots, Caution rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.black_lady.presets import QUEEN
from games.black_lady.rules import PASSED
from games.black_lady.sight import Sight
from games.cards import CARDS, HEARTS, RANK, SPADES, SUIT, SUIT_BITS, cards_of
from games.tricks import best

GUARDS = 4
"""So many spades below the queen guard the queen, king and ace."""
HIGH = RANK[CARDS["JC"]]
"""From the jack on a card is a high one."""
SAFE_HEART = RANK[CARDS["6H"]]
NO_TAKERS = 4.0
"""The risk of leading a suit that nobody else holds: it takes the trick and whatever is thrown on it."""


def cards_to_pass(of: Sequence[int], hand: int, points: Mapping[int, int]) -> list[int]:
    """The three cards that it is best to be without."""
    return by_danger(of, hand, points)[:PASSED]


def by_danger(of: Sequence[int], hand: int, points: Mapping[int, int]) -> list[int]:
    """The cards of a hand that may be passed, those first that it is best to be without."""
    guards = (hand & SUIT_BITS[SPADES] & ((1 << QUEEN) - 1)).bit_count()
    length = [(hand & bits).bit_count() for bits in SUIT_BITS]

    def worth(card: int) -> int:
        """How glad it is to be rid of the card."""
        suit, rank = SUIT[card], RANK[card]
        if suit == SPADES:
            if card < QUEEN or guards >= GUARDS:
                return -100 + rank
            return 300 if card == QUEEN else 200 + rank
        if rank >= HIGH:
            return 100 + 4 * rank + 2 * points.get(card, 0) - length[suit]
        return rank - 8 * length[suit]

    return sorted(of, key=worth, reverse=True)


def card_to_play(sight: Sight) -> int:
    """Lead, follow or throw by the caution rules."""
    legal = list(cards_of(sight.legal))
    if not sight.trick:
        return min(legal, key=lambda card: _lead_risk(sight, card))
    if SUIT[legal[0]] == SUIT[sight.trick[0]]:
        return _follow(sight, legal)
    return max(legal, key=lambda card: _danger(sight, card))


def _lead_risk(sight: Sight, card: int) -> tuple[bool, float, int]:
    """Forbidden leads last; then by the chance to win the trick, which grows with each lead of the suit."""
    suit = SUIT[card]
    others = sight.unseen & SUIT_BITS[suit]
    lower = (others & ((1 << card) - 1)).bit_count()
    risk = lower / others.bit_count() * (1 + sight.leads[suit]) if others else NO_TAKERS
    forbidden = (suit == SPADES and card >= QUEEN and (sight.queen_is_out or card == QUEEN)) or (
        suit == HEARTS and RANK[card] > SAFE_HEART
    )
    return forbidden, risk, -card


def _follow(sight: Sight, legal: list[int]) -> int:
    highest = best(sight.trick)
    under = [card for card in legal if card < highest]
    if sight.is_last and not sight.trick_points:
        return _highest_free(sight, legal) or max(under, default=legal[0])
    if under:
        return QUEEN if QUEEN in under else max(under)
    if SUIT[legal[0]] == SPADES and not sight.is_last and (sight.queen_is_out or QUEEN in legal):
        return legal[0]
    return max((card for card in legal if card != QUEEN), default=QUEEN)


def _highest_free(sight: Sight, legal: list[int]) -> int | None:
    """The highest card that costs nothing to take the trick with."""
    return max((card for card in legal if not sight.points.get(card)), default=None)


def _danger(sight: Sight, card: int) -> float:
    """How gladly it throws the card: the queen, hearts by their points, then high cards of short suits."""
    suit, rank = SUIT[card], RANK[card]
    if card == QUEEN:
        return 1000
    if suit == SPADES and card > QUEEN and sight.queen_is_out:
        return 150 + rank
    points = sight.points.get(card, 0)
    lower = (sight.unseen & SUIT_BITS[suit] & ((1 << card) - 1)).bit_count()
    if not points:
        return 4 * rank - 3 * sight.length(suit) if lower else -sight.length(suit)
    return 40 * points + 4 * rank if lower else 20 * points
