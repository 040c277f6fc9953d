"""A hand as a playout plays it: all cards known, changed in place, and no more kept than the quick policy asks for.

Here a card is one bit, as are sets of cards. What takes a trick is the engine's own rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.api import Seat
from games.cards import SPADES, SUIT, SUIT_BITS
from games.spades.info import SEATS
from games.spades.legality import SPADE_BITS, may_play
from games.spades.state import HAND_SIZE
from games.tricks import over

LED = {1 << card: SUIT_BITS[suit] for card, suit in enumerate(SUIT)}
"""The suit of a card, all of it."""
OVER = {1 << card: over(card, SPADES) for card in range(len(SUIT))}
"""What takes the trick from a card."""


class Running:
    """A hand under way. `hands` and `taken` are by seat, `needs` by side; `trick` lies on the table already."""

    __slots__ = (
        "ahead",
        "broken",
        "hands",
        "laid",
        "led",
        "left",
        "needs",
        "nil",
        "out",
        "taken",
        "top",
        "turn",
    )

    def __init__(
        self,
        hands: Iterable[int],
        bids: Sequence[int],
        taken: Sequence[int],
        leader: Seat,
        broken: bool,
        trick: Iterable[int] = (),
    ) -> None:
        self.hands = list(hands)
        self.out = sum(self.hands)
        """All cards that are still held."""
        self.taken = list(taken)
        self.nil = [bid == 0 and not own for bid, own in zip(bids, taken, strict=True)]
        """Who bid nil and keeps it so far."""
        self.needs = [bids[side] + bids[side + 2] - taken[side] - taken[side + 2] for side in (0, 1)]
        """The tricks missing to the contract."""
        self.left = HAND_SIZE - sum(taken)
        """Tricks to come, the running one included."""
        self.broken = broken
        self.turn = self.ahead = leader
        self.laid = self.led = self.top = 0
        """How many cards lie, the suit that was led, and the card that wins so far: that of the seat `ahead`."""
        for card in trick:
            self.hands[self.turn] |= card
            self.out |= card
            self.lay(card)

    def legal(self) -> int:
        """What the seat whose turn it is may play."""
        return may_play(self.led, self.broken, self.hands[self.turn])

    def unseen(self) -> int:
        """What the seat whose turn it is does not hold."""
        return self.out & ~self.hands[self.turn]

    def lay(self, card: int) -> None:
        """The seat whose turn it is plays a card that it may play."""
        seat = self.turn
        self.hands[seat] ^= card
        self.out ^= card
        if not self.laid:
            self.led, self.top, self.ahead = LED[card], card, seat
        elif card & OVER[self.top]:
            self.top, self.ahead = card, seat
        if card & SPADE_BITS:
            self.broken = True
        self.laid += 1
        if self.laid < SEATS:
            self.turn = (seat + 1) % SEATS
        else:
            self._take(self.ahead)

    def _take(self, seat: Seat) -> None:
        self.taken[seat] += 1
        self.needs[seat % 2] -= 1
        self.nil[seat] = False
        self.left -= 1
        self.turn, self.laid, self.led = seat, 0, 0
