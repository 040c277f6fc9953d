"""A view as a computer player reads it: the same facts as sets of cards."""

from __future__ import annotations

from dataclasses import dataclass

from games.api import View
from games.black_lady.presets import QUEEN
from games.cards import CARDS, SUIT, SUIT_BITS, bits


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    """What a seat to play knows. Sets of cards are bits (games.cards)."""

    hand: int
    legal: int
    trick: tuple[int, ...]
    seats: int
    points: dict[int, int]
    """Penalty points by card, where there are any."""
    unseen: int
    """The cards that other seats still hold."""
    leads: tuple[int, int, int, int]
    """How often each suit has been led in this hand."""

    @property
    def is_last(self) -> bool:
        """Nobody plays to this trick after this seat."""
        return len(self.trick) == self.seats - 1

    @property
    def trick_points(self) -> int:
        return sum(self.points.get(card, 0) for card in self.trick)

    @property
    def queen_is_out(self) -> bool:
        """Somebody else holds the queen of spades."""
        return bool(self.unseen >> QUEEN & 1)

    def length(self, suit: int) -> int:
        """How many cards of a suit the seat holds."""
        return (self.hand & SUIT_BITS[suit]).bit_count()


def sight(view: View, deck: int) -> Sight:
    """The view of a seat that has to play. `deck` are the cards that were dealt to all."""
    played, leads = 0, [0, 0, 0, 0]
    for trick in view["tricks"]:
        cards = [CARDS[laid["card"]] for laid in trick["cards"]]
        leads[SUIT[cards[0]]] += 1
        played |= sum(1 << card for card in cards)
    running = tuple(CARDS[laid["card"]] for laid in view["trick"]["cards"])
    hand = bits(view["hand"])
    clubs, diamonds, hearts, spades = leads
    return Sight(
        hand=hand,
        legal=bits(act.removeprefix("play ") for act in view["legal"]["acts"]),
        trick=running,
        seats=view["seats"],
        points={CARDS[name]: points for name, points in view["card_points"].items()},
        unseen=deck & ~played & ~hand & ~sum(1 << card for card in running),
        leads=(clubs, diamonds, hearts, spades),
    )
