"""A hand played to its end at once, every seat by the same quick policy: what a deal that may be true comes to.

The policy is level 2's in short, and sets nils besides. Cards and sets of them are bits.
"""

from __future__ import annotations

from games.api import Seat
from games.cards import SPADES, SUIT_BITS
from games.spades.careful import SETTING, TRUMPED_SOON
from games.spades.info import SEATS
from games.spades.legality import SPADE_BITS
from games.spades.running import LED, OVER, Running

SIDE_SUITS = SUIT_BITS[:SPADES]
TWOS = 1 | 1 << 13 | 1 << 26
"""The two of each side suit."""
RANKS = 0x1FFF


def play_out(hand: Running) -> None:
    """Plays the hand to its end."""
    while hand.left:
        hand.lay(card_for(hand))


def card_for(hand: Running) -> int:
    """What the seat whose turn it is plays. It looks at no cards but its own and those played."""
    legal = hand.legal()
    if not legal & (legal - 1):
        return legal
    return _follow(hand, legal) if hand.laid else _lead(hand, legal)


def _wants(hand: Running, seat: Seat) -> bool:
    """Whether the seat's side has a use for another trick."""
    side = seat % 2
    if 0 < hand.needs[side] <= hand.left:
        return True
    return 0 <= hand.left - hand.needs[1 - side] <= SETTING


# --- Leading ---


def _lead(hand: Running, legal: int) -> int:
    """Low from a nil, against one, or with the contract made; else what is sure to win."""
    seat, nil = hand.turn, hand.nil
    if nil[seat ^ 2] and not nil[seat]:
        return _sure(hand, legal) or highest(legal)
    if nil[seat] or nil[seat ^ 1] or nil[seat ^ 3] or not _wants(hand, seat):
        return lowest(legal)
    return _sure(hand, legal) or lowest(legal)


def _sure(hand: Running, legal: int) -> int:
    """A card that nobody can beat where it will hardly be trumped, or 0."""
    unseen = hand.unseen()
    trumps = unseen & SPADE_BITS
    for suit in SIDE_SUITS:
        own, others = legal & suit, unseen & suit
        if own > others and (not trumps or others.bit_count() >= TRUMPED_SOON):
            return _top(own)
    own = legal & SPADE_BITS
    return _top(own) if own > trumps else 0


# --- Following ---


def _follow(hand: Running, legal: int) -> int:
    seat, nil, ahead = hand.turn, hand.nil, hand.ahead
    winning = legal & OVER[hand.top]
    losing = legal ^ winning
    if nil[seat]:
        return _duck(hand, winning, losing)
    if nil[seat ^ 2] and hand.laid < 2:
        return _cover(hand, winning, losing)
    if nil[seat ^ 2] and ahead == seat ^ 2:
        return _take_over(hand, winning, losing)
    if nil[ahead]:
        return lowest(losing or winning)
    if _wants(hand, seat):
        return _win(hand, winning, losing)
    return _duck(hand, winning, losing)


def _duck(hand: Running, winning: int, losing: int) -> int:
    """The most dangerous card that surely loses, else the least likely to win."""
    if losing:
        return _top(losing & SPADE_BITS) or highest(losing)
    return highest(winning) if hand.laid == SEATS - 1 else lowest(winning)


def _cover(hand: Running, winning: int, losing: int) -> int:
    """So high, or with a trump, that a partner who bid nil and has yet to play need not take the trick."""
    if not winning:
        return lowest(losing)
    return highest(winning) if winning & hand.led else lowest(winning)


def _take_over(hand: Running, winning: int, losing: int) -> int:
    """Over a partner who bid nil and is about to take the trick."""
    if not winning:
        return lowest(losing)
    return lowest(winning) if hand.laid == SEATS - 1 else highest(winning)


def _win(hand: Running, winning: int, losing: int) -> int:
    """As cheaply as is likely to hold; low where the partner's card or nothing does."""
    last, unseen = hand.laid == SEATS - 1, hand.unseen()
    partner_holds = hand.ahead == hand.turn ^ 2 and (last or not _higher(unseen, hand.top))
    if losing and (not winning or partner_holds):
        return lowest(losing)
    if last or not winning & hand.led:
        return lowest(winning)
    top = _top(winning)
    if losing and hand.laid < SEATS - 2 and _higher(unseen, top):
        return lowest(losing)
    below = unseen & LED[top] & (top - 1)
    alike = winning & -(1 << below.bit_length())
    return alike & -alike


def _higher(unseen: int, card: int) -> int:
    return unseen & LED[card] & OVER[card]


# --- Choosing among cards ---


def _top(cards: int) -> int:
    """The last card of a set, 0 of none."""
    return 1 << cards.bit_length() - 1 if cards else 0


def lowest(cards: int) -> int:
    """A card of the lowest rank; a spade only if there is nothing else."""
    plain = cards & ~SPADE_BITS
    if not plain:
        return cards & -cards
    ranks = (plain | plain >> 13 | plain >> 26) & RANKS
    alike = plain & (ranks & -ranks) * TWOS
    return alike & -alike


def highest(cards: int) -> int:
    """A card of the highest rank; a spade only if there is nothing else."""
    plain = cards & ~SPADE_BITS
    if not plain:
        return _top(cards)
    ranks = (plain | plain >> 13 | plain >> 26) & RANKS
    alike = plain & _top(ranks) * TWOS
    return alike & -alike
