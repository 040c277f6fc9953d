"""Reading a deal event: the whole deck, each card once, the same number to every seat."""

from __future__ import annotations

from games.api import Event, IllegalAct
from games.cards import CARDS
from games.wording import shown

RULE = "dealing"


def hands_of(event: Event, deck: int, seats: int) -> tuple[int, ...]:
    """The hands of a deal event as sets of cards, by seat. `deck` is a set that divides evenly.

    Raises IllegalAct (code `bad-deal`, rule `dealing`) where the event is no such deal.
    """
    if event.get("chance") != "deal":
        raise _bad(f"A deal is due, not {shown(event.get('chance'))}.")
    hands, size = event.get("hands"), deck.bit_count() // seats
    if not isinstance(hands, (list, tuple)) or not all(isinstance(text, str) for text in hands):
        raise _bad("A deal holds `hands`: one string of cards for each seat.")
    if len(hands) != seats:
        raise _bad(f"The deal has {len(hands)} hands, but {seats} seats play.")
    dealt: list[int] = []
    for seat, text in enumerate(hands):
        names = text.split(" ")
        for name in names:
            if name not in CARDS or not deck >> CARDS[name] & 1:
                raise _bad(f"Seat {seat} is dealt {shown(name)}, not a card of this deck.")
        if len(names) != size:
            raise _bad(f"Seat {seat} is dealt {len(names)} cards; each gets {size}.")
        cards = sum(1 << card for card in {CARDS[name] for name in names})
        if cards.bit_count() != size or any(cards & other for other in dealt):
            raise _bad(f"A card that seat {seat} is dealt has been dealt already.")
        dealt.append(cards)
    return tuple(dealt)


def _bad(sentence: str) -> IllegalAct:
    return IllegalAct("bad-deal", RULE, sentence)
