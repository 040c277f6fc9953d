"""Search where cards are hidden: the unseen cards dealt out as they may lie, and the choice that does best over many
such deals.

What a deal is and how it is played on is each game's own (spec: bots, level 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from games.cards import SUIT, cards_of

_Choice = TypeVar("_Choice")
_Deal = TypeVar("_Deal")


def deal_out(loose: int, room: Sequence[int], never: Sequence[int], rng: Random) -> list[int]:
    """The cards `loose` as random hands, `room[s]` of them for seat s and none of `never[s]`; sets are bits.

    Raises ValueError where no such deal exists.
    """
    cards = list(cards_of(loose))
    rng.shuffle(cards)
    if not any(loose & bits for bits, size in zip(never, room, strict=True) if size):
        return _in_turn(cards, room)
    allowed = {
        card: [seat for seat, bits in enumerate(never) if room[seat] and not bits >> card & 1]
        for card in cards
    }
    cards.sort(key=lambda card: len(allowed[card]))  # a stable sort: the shuffle stays among equals
    hands: list[list[int]] = [[] for _ in room]
    for card in cards:
        open_to = [seat for seat in allowed[card] for _ in range(room[seat] - len(hands[seat]))]
        if open_to:
            hands[rng.choice(open_to)].append(card)
        elif not _squeeze_in(card, hands, room, allowed, set()):
            raise ValueError("The unseen cards cannot lie that way.")
    return [sum(1 << card for card in hand) for hand in hands]


def _in_turn(cards: Sequence[int], room: Sequence[int]) -> list[int]:
    hands, at = [], 0
    for size in room:
        hands.append(sum(1 << card for card in cards[at : at + size]))
        at += size
    return hands


def _squeeze_in(
    card: int, hands: list[list[int]], room: Sequence[int], allowed: dict[int, list[int]], tried: set[int]
) -> bool:
    """Finds `card` a seat by moving others on, however many (an augmenting path)."""
    for seat in allowed[card]:
        if len(hands[seat]) < room[seat]:
            hands[seat].append(card)
            return True
    for seat in allowed[card]:
        if seat in tried:
            continue
        tried.add(seat)
        for other in list(hands[seat]):
            if _squeeze_in(other, hands, room, allowed, tried):
                hands[seat].remove(other)
                hands[seat].append(card)
                return True
    return False


def unlike(cards: int, others: int, points: Sequence[int]) -> list[int]:
    """Of each run of neighbours that cost the same `points` the lowest: none of `others` lies between them.

    `others` are all cards that can still meet them, those of the running trick among them.
    """
    found: list[int] = []
    before = -1
    for card in cards_of(cards):
        alike = before >= 0 and SUIT[before] == SUIT[card] and points[before] == points[card]
        if not alike or others & ((1 << card) - (1 << before)):
            found.append(card)
        before = card
    return found


def best_of(
    choices: Sequence[_Choice],
    budget: int,
    deal: Callable[[], _Deal],
    value: Callable[[_Deal, _Choice], float],
) -> _Choice:
    """The choice of the best mean value, for about `budget` calls of `value`.

    All that are still in are tried in the same deals, and the worse half of them goes after each round (sequential
    halving), so that most of the budget goes where the choice is close.
    """
    rounds = max(1, (len(choices) - 1).bit_length())
    alive = [[0.0, index] for index in range(len(choices))]
    while len(alive) > 1:
        for _ in range(max(1, budget // rounds // len(alive))):
            dealt = deal()
            for one in alive:
                one[0] += value(dealt, choices[int(one[1])])
        alive.sort(key=lambda one: (-one[0], one[1]))
        del alive[(len(alive) + 1) // 2 :]
    return choices[int(alive[0][1])]
