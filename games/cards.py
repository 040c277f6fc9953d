"""The fifty-two cards as small numbers, and sets of them as bits of one integer.

Card `13 * suit + rank`: suits are C D H S (0…3), ranks 2 … A (0…12); so the order of the numbers is the order
in which hands are sorted. A set of cards is an integer with bit `card` set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

SUITS = "CDHS"
RANKS = "23456789TJQKA"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
SUIT: tuple[int, ...] = tuple(card // 13 for card in range(52))
RANK: tuple[int, ...] = tuple(card % 13 for card in range(52))
SUIT_BITS: tuple[int, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))
DECK = (1 << 52) - 1
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANK_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def bits(names: Iterable[str]) -> int:
    """The set of these cards. Raises KeyError for a name that is no card's.

    >>> bin(bits(["2C", "4C"]))
    '0b101'
    """
    cards = 0
    for name in names:
        cards |= 1 << CARDS[name]
    return cards


def cards_of(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def names(cards: int) -> tuple[str, ...]:
    """The names of a set, sorted by suit and rank."""
    return (
        _suit_names(0, cards & 0x1FFF)
        + _suit_names(1, cards >> 13 & 0x1FFF)
        + _suit_names(2, cards >> 26 & 0x1FFF)
        + _suit_names(3, cards >> 39)
    )


@cache
def _suit_names(suit: int, ranks: int) -> tuple[str, ...]:
    return tuple(NAMES[13 * suit + rank] for rank in cards_of(ranks))


def lowest(cards: int) -> int:
    """The first card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """The last card of a set that is not empty."""
    return cards.bit_length() - 1


def words(card: int) -> str:
    """A card in plain words: "queen of spades"."""
    return f"{RANK_WORDS[RANK[card]]} of {SUIT_WORDS[SUIT[card]]}"


def number(count: int) -> str:
    """A small count in words, others in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
