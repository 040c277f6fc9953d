"""A deal played on to the end of the hand, quickly, by plain rules for all seats: one trial of a search.

Sets of cards are bits. Which cards may be played is the engine's own say (`legality.open_to`).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Seat
from games.black_lady.legality import open_to
from games.black_lady.presets import QUEEN
from games.black_lady.rules import HEARTS_BITS, QUEEN_BIT, Rules
from games.black_lady.worlds import Known
from games.cards import CARDS, RANK, SPADES, SUIT, SUIT_BITS, cards_of, highest, lowest
from games.tricks import best

SPADES_BITS = SUIT_BITS[SPADES]
ABOVE_QUEEN = SPADES_BITS & ~((1 << QUEEN + 1) - 1)
HIGH_HEART = CARDS["7H"]
"""From the seven on a heart is thrown before anything but high spades."""
NO_TAKERS, FEEDS_THE_QUEEN = 3.0, 5.0
"""The risk of leading a suit that nobody else holds, and of a high spade while the queen is out."""


def play_out(
    rules: Rules,
    known: Known,
    hands: Sequence[int],
    first: Sequence[int],
    shooter: Seat | None,
    log: list[int] | None = None,
) -> tuple[int, ...]:
    """Penalty points taken by seat at the end of the hand.

    From where `known` stands, `hands` are played: the cards `first` in turn, then everybody keeps out of points, but
    for a `shooter` who wants them all. `log` gathers every card in the order in which it is played.
    """
    seats, deck, points = rules.seats, rules.deck, list(known.points)
    held, trick, ahead = list(hands), list(known.trick), iter(first)
    leader, done, played = known.leader, known.done, known.played
    while mine := held[seat := (leader + len(trick)) % seats]:
        card = next(ahead, -1)
        if card < 0:
            legal = open_to(rules, trick, done, played, mine)
            others = deck & ~played & ~mine
            if not legal & (legal - 1):
                card = highest(legal)
            elif seat == shooter:
                card = _shoot(trick, legal, others, rules)
            elif not trick:
                card = _lead(legal, others)
            elif shooter is not None and _is_seen(points, shooter, rules):
                card = _spoil(trick, legal, (shooter - leader) % seats, rules)
            else:
                card = _duck(trick, legal, others, rules)
        if log is not None:
            log.append(card)
        held[seat] = mine & ~(1 << card)
        played |= 1 << card
        trick.append(card)
        if len(trick) == seats:
            leader = (leader + trick.index(best(trick))) % seats
            points[leader] += sum(map(rules.points.__getitem__, trick))
            trick.clear()
            done += 1
    return tuple(points)


def _lead(legal: int, others: int) -> int:
    """The lowest card of the suit in which it is least likely to take the trick."""
    chosen, least = -1, 99.0
    for suit in SUIT_BITS:
        if not legal & suit:
            continue
        card, rest = lowest(legal & suit), others & suit
        risk = (rest & ((1 << card) - 1)).bit_count() / rest.bit_count() if rest else NO_TAKERS
        if suit == SPADES_BITS and card >= QUEEN and (card == QUEEN or others & QUEEN_BIT):
            risk += FEEDS_THE_QUEEN
        if risk < least:
            chosen, least = card, risk
    return chosen


def _duck(trick: list[int], legal: int, others: int, rules: Rules) -> int:
    """Under the best card with its highest, else over it; who cannot follow is rid of the most dangerous card."""
    suit = SUIT[trick[0]]
    if not legal & SUIT_BITS[suit]:
        return _throw(legal, others, rules)
    to_beat, is_last = best(trick), len(trick) + 1 == rules.seats
    if is_last and legal & ~rules.penalties and not any(map(rules.points.__getitem__, trick)):
        return highest(legal & ~rules.penalties)
    under = legal & ((1 << to_beat) - 1)
    if under:
        return QUEEN if under & QUEEN_BIT else highest(under)
    if is_last or not (rules.penalties & SUIT_BITS[suit] & (others | legal)):
        return highest(legal & ~QUEEN_BIT or legal)
    return lowest(legal)


def _throw(legal: int, others: int, rules: Rules) -> int:
    if legal & QUEEN_BIT:
        return QUEEN
    if others & QUEEN_BIT and legal & ABOVE_QUEEN:
        return highest(legal & ABOVE_QUEEN)
    hearts = legal & HEARTS_BITS
    if hearts >> HIGH_HEART:
        return highest(hearts)
    tops = [(4 * RANK[highest(cards)] - 3 * cards.bit_count(), highest(cards)) for cards in _suits(legal)]
    return max((danger + 12 * bool(rules.points[card]), card) for danger, card in tops)[1]


def _shoot(trick: list[int], legal: int, others: int, rules: Rules) -> int:
    """Leads what nobody can beat, takes every trick it can, and throws what neither wins nor costs."""
    if not trick:
        tops = [((others & suit) >> highest(legal & suit)).bit_count() for suit in SUIT_BITS if legal & suit]
        suits = list(_suits(legal))
        return highest(max(zip(tops, suits, strict=True), key=lambda one: (-one[0], one[1].bit_count()))[1])
    if legal & SUIT_BITS[SUIT[trick[0]]]:
        return highest(legal) if legal >> best(trick) else lowest(legal)
    return min(cards_of(legal & ~rules.penalties or legal), key=RANK.__getitem__)


def _is_seen(points: list[int], shooter: Seat, rules: Rules) -> bool:
    """Whether half of the points are with one seat and the others nowhere: now everybody knows what it is after."""
    return points[shooter] == sum(points) and 2 * points[shooter] >= rules.total


def _spoil(trick: list[int], legal: int, shooter: int, rules: Rules) -> int:
    """Takes the trick from the one who wants them all (`shooter`: their place in it), or gives points to another."""
    to_beat = best(trick)
    if legal & SUIT_BITS[SUIT[trick[0]]]:
        return highest(legal) if legal >> to_beat else lowest(legal)
    if shooter < len(trick) and trick[shooter] != to_beat and legal & rules.penalties:
        return lowest(legal & rules.penalties)
    return min(cards_of(legal & ~rules.penalties or legal), key=RANK.__getitem__)


def _suits(cards: int) -> list[int]:
    """The cards by suit, empty suits left out."""
    return [cards & suit for suit in SUIT_BITS if cards & suit]
