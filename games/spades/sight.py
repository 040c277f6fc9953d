"""A view as a computer player reads it: the same facts as sets of cards."""

from __future__ import annotations

from dataclasses import dataclass

from games.api import Seat, View
from games.cards import CARDS, DECK, SPADES, SUIT, SUIT_BITS, bits
from games.spades.info import SEATS, SIDES, side_of
from games.tricks import best


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    """What a seat to play knows. Sets of cards are bits (games.cards); tuples are by seat, or by side."""

    seat: Seat
    hand: int
    legal: int
    trick: tuple[int, ...]
    leader: Seat
    unseen: int
    """The cards that other seats still hold."""
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    needs: tuple[int, ...]
    """By side: the tricks still missing to its contract; 0 or less once it is made."""
    tricks_left: int
    """The running trick included."""

    @property
    def partner(self) -> Seat:
        return (self.seat + 2) % SEATS

    @property
    def need(self) -> int:
        """What the own side still has to take."""
        return self.needs[side_of(self.seat)]

    @property
    def slack(self) -> int:
        """So many tricks more the other side can lose and still make its contract."""
        return self.tricks_left - self.needs[1 - side_of(self.seat)]

    @property
    def best(self) -> int:
        """The card that wins the trick so far."""
        return best(self.trick, SPADES)

    @property
    def ahead(self) -> Seat:
        """Whose card that is."""
        return (self.leader + self.trick.index(self.best)) % SEATS

    @property
    def is_last(self) -> bool:
        """Nobody plays to this trick after this seat."""
        return len(self.trick) == SEATS - 1

    def keeps_nil(self, seat: Seat) -> bool:
        """Whether the seat bid nil and has taken nothing yet."""
        return self.bids[seat] == 0 and self.taken[seat] == 0

    def above(self, card: int) -> int:
        """How many unseen cards of its suit are higher."""
        return (self.unseen & SUIT_BITS[SUIT[card]]).bit_count() - self.below(card)

    def below(self, card: int) -> int:
        """How many unseen cards of its suit are lower."""
        return (self.unseen & SUIT_BITS[SUIT[card]] & ((1 << card) - 1)).bit_count()

    def beats(self, card: int) -> bool:
        """Whether the card would win the trick as it lies."""
        return not self.trick or best((*self.trick, card), SPADES) == card

    def length(self, suit: int) -> int:
        """How many cards of a suit the seat holds."""
        return (self.hand & SUIT_BITS[suit]).bit_count()


def sight(view: View, seat: Seat) -> Sight:
    """The view of a seat that has to play."""
    trick = tuple(CARDS[laid["card"]] for laid in view["trick"]["cards"])
    gone = bits(laid["card"] for done in view["tricks"] for laid in done["cards"])
    hand = bits(view["hand"])
    return Sight(
        seat=seat,
        hand=hand,
        legal=bits(act.removeprefix("play ") for act in view["legal"]["acts"]),
        trick=trick,
        leader=view["trick"]["leader"],
        unseen=DECK & ~gone & ~hand & ~sum(1 << card for card in trick),
        bids=tuple(view["bids"]),
        taken=tuple(view["taken"]),
        needs=tuple(view["contract"][side] - view["side_tricks"][side] for side in range(len(SIDES))),
        tricks_left=hand.bit_count(),
    )
