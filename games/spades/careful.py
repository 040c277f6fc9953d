"""Level 2's play: keeps its own nil, covers its partner's, takes what the contract needs and no more."""

from __future__ import annotations

from games.cards import RANK, SPADES, SUIT, cards_of
from games.spades.info import SEATS
from games.spades.sight import Sight

SETTING = 1
"""Once the other side can lose only so many tricks more, every trick is worth taking to set it."""
TRUMPED_SOON = 5
"""With fewer unseen cards of a suit somebody is likely to trump it."""


def card_to_play(sight: Sight) -> int:
    """One of the legal cards."""
    legal = list(cards_of(sight.legal))
    if sight.keeps_nil(sight.seat):
        return _lose(sight, legal)
    if sight.keeps_nil(sight.partner):
        return _cover(sight, legal)
    if _opponent_is_breaking_nil(sight):
        return _lose(sight, legal)
    if sight.need > 0 or 0 <= sight.slack <= SETTING:
        return _win(sight, legal)
    return _lose(sight, legal)


def _opponent_is_breaking_nil(sight: Sight) -> bool:
    """The trick is going to an opponent who bid nil and has kept it so far: leave it there."""
    return bool(sight.trick) and sight.ahead != sight.partner and sight.keeps_nil(sight.ahead)


# --- Losing ---


def _lose(sight: Sight, legal: list[int]) -> int:
    """The card that is least likely to take a trick now, and the most dangerous of those that surely lose."""
    if not sight.trick:
        return min(
            legal, key=lambda card: (sight.below(card) - sight.above(card), SUIT[card] == SPADES, card)
        )
    losing = [card for card in legal if not sight.beats(card)]
    if losing:
        return max(losing, key=lambda card: _danger(sight, card))
    return max(legal) if sight.is_last else min(legal)


def _danger(sight: Sight, card: int) -> tuple[bool, int, int]:
    """How likely the card is to take a trick later: spades first, then by what lies below it."""
    return SUIT[card] == SPADES, sight.below(card) - sight.above(card), RANK[card]


# --- Winning ---


def _win(sight: Sight, legal: list[int]) -> int:
    if not sight.trick:
        return _lead(sight, legal)
    winning = [card for card in legal if sight.beats(card)]
    if not winning or _partner_holds(sight):
        return _spare(sight, legal)
    if sight.is_last or SUIT[winning[0]] != SUIT[sight.trick[0]]:
        return min(winning, key=_cost)
    top = max(winning)
    if sight.above(top) == 0 or len(sight.trick) == SEATS - 2:
        return _cheapest_equal(sight, winning, top)
    return _spare(sight, legal)


def _partner_holds(sight: Sight) -> bool:
    """The partner's card wins so far and is likely to go on winning."""
    if sight.ahead != sight.partner:
        return False
    return sight.is_last or sight.above(sight.best) == 0


def _cheapest_equal(sight: Sight, winning: list[int], top: int) -> int:
    """The lowest card that is worth as much as `top`: no unseen card lies between."""
    return min(card for card in winning if SUIT[card] == SUIT[top] and sight.above(card) == sight.above(top))


def _cost(card: int) -> tuple[bool, int]:
    return SUIT[card] == SPADES, RANK[card]


def _spare(sight: Sight, legal: list[int]) -> int:
    """The card that will be missed least: low, not a spade, from a short suit."""
    return min(
        legal,
        key=lambda card: (SUIT[card] == SPADES, sight.above(card) == 0, RANK[card], sight.length(SUIT[card])),
    )


def _lead(sight: Sight, legal: list[int]) -> int:
    """A card that nobody can beat where it will hardly be trumped, else a low card of a side suit."""
    sure = [card for card in legal if sight.above(card) == 0]
    safe = [card for card in sure if SUIT[card] == SPADES or sight.below(card) >= TRUMPED_SOON]
    if safe:
        return max(safe, key=lambda card: (SUIT[card] != SPADES, sight.below(card)))
    return _spare(sight, legal)


# --- Covering the partner's nil ---


def _cover(sight: Sight, legal: list[int]) -> int:
    """High enough that the partner need not take the trick; over the partner's card if it is winning."""
    if not sight.trick:
        return max(legal, key=lambda card: (-sight.above(card), SUIT[card] != SPADES, RANK[card]))
    winning = [card for card in legal if sight.beats(card)]
    partner_has_played = (sight.partner - sight.leader) % SEATS < len(sight.trick)
    if sight.ahead == sight.partner:
        return min(winning, key=_cost) if winning and sight.is_last else max(winning or legal, key=_cost)
    if partner_has_played:
        return _win(sight, legal) if sight.need > 0 else _lose(sight, legal)
    if winning:
        return max(winning, key=lambda card: (SUIT[card] != SPADES, RANK[card]))
    return _spare(sight, legal)
