"""What may be bid and played, and why other cards may not (spec: spades)."""

from __future__ import annotations

from games.api import IllegalAct, Legal, Seat
from games.cards import CARDS, SPADES, SUIT, SUIT_BITS, SUIT_WORDS, names, number, words
from games.spades.info import SEATS
from games.spades.state import Hand, Phase, State
from games.wording import shown

BIDS = ("nil", *map(str, range(1, 14)))
"""The bids by number of tricks; nil is 0."""
SPADE_BITS = SUIT_BITS[SPADES]


def turn(hand: Hand) -> Seat:
    """The seat that bids or plays next."""
    bids = SEATS - hand.bids.count(None)
    return (hand.leader + (len(hand.trick) if bids == SEATS else bids)) % SEATS


def due(state: State) -> frozenset[Seat]:
    """Whose clock runs: the seat to bid or to play."""
    if state.hand is None or state.phase not in (Phase.BIDDING, Phase.PLAYING):
        return frozenset()
    return frozenset((turn(state.hand),))


def legal(state: State, seat: Seat) -> Legal:
    """What the seat may do: any bid (nil first), or a legal card."""
    hand = state.hand
    if hand is None or seat not in due(state):
        return Legal()
    if state.phase is Phase.BIDDING:
        return Legal(acts=tuple(["bid " + bid for bid in BIDS]))
    return Legal(acts=tuple(["play " + card for card in names(playable(hand, hand.cards[seat]))]))


def playable(hand: Hand, cards: int) -> int:
    """The cards that the seat to play, holding `cards`, may play."""
    return may_play(SUIT_BITS[SUIT[hand.trick[0]]] if hand.trick else 0, is_broken(hand), cards)


def may_play(led: int, broken: bool, cards: int) -> int:
    """Which of `cards` may be played; `led` is the suit that was led, all of it, and 0 for a lead.

    >>> may_play(SUIT_BITS[SPADES], True, SPADE_BITS | 1) == SPADE_BITS
    True
    """
    if led:
        return cards & led or cards
    return cards if broken else cards & ~SPADE_BITS or cards


def is_broken(hand: Hand) -> bool:
    """Whether a spade has been played in this hand."""
    return bool(hand.played & SPADE_BITS)


def bid_of(text: str) -> int:
    """The number of tricks of a bid, 0 for nil. Raises IllegalAct."""
    if text not in BIDS:
        sentence = f"{shown(text)} is no bid. Bid nil, or a number from 1 to 13: bid 3."
        raise IllegalAct("bad-bid", "bidding", sentence)
    return BIDS.index(text)


def card_of(name: str, hand: Hand, seat: Seat) -> int:
    """The card of that name, which the seat to play may play. Raises IllegalAct."""
    card, cards = CARDS.get(name), hand.cards[seat]
    if card is None:
        sentence = f"{shown(name)} is no card of this game. Write rank and suit, as in QS or 2C."
        raise IllegalAct("no-such-card", "own cards only", sentence)
    if not cards >> card & 1:
        sentence = f"You do not hold the {words(card)}. Play a card from your hand."
        raise IllegalAct("not-in-hand", "own cards only", sentence)
    if not playable(hand, cards) >> card & 1:
        raise refusal(hand, cards)
    return card


def refusal(hand: Hand, cards: int) -> IllegalAct:
    """Why the seat to play, holding `cards`, cannot play those of them that are not playable."""
    if not hand.trick:
        sentence = "Spades are not broken yet. Lead another suit."
        return IllegalAct("spades-not-broken", "breaking spades", sentence)
    suit = SUIT[hand.trick[0]]
    held, word = (cards & SUIT_BITS[suit]).bit_count(), SUIT_WORDS[suit]
    sentence = f"{word.capitalize()} were led and you hold {number(held)}. Play a {word[:-1]}."
    return IllegalAct("follow-suit", "follow suit", sentence)
