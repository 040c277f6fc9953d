"""What a computer player says about its act: facts that everybody sees, never about its other cards."""

from __future__ import annotations

from games.api import Reason, Seat, View
from games.cards import CARDS, SPADES, SUIT, SUIT_WORDS, words
from games.spades.info import side_of
from games.tricks import best


def reason_for(view: View, seat: Seat, act: str, searched: bool = False) -> Reason:
    """The reason for an act in this view. It reads public parts of the view only, and the act itself.

    `searched` tells a bid that was tried out from one that was reckoned from the hand.
    """
    verb, what = act.split(" ")
    if verb == "bid":
        number = "bid-tried" if searched else "bid"
        return Reason(code="nil" if what == "nil" else number)
    card, laid = CARDS[what], view["trick"]["cards"]
    if not laid:
        return _lead(view, seat, SUIT_WORDS[SUIT[card]])
    trick = tuple(CARDS[played["card"]] for played in laid)
    ahead = best(trick, SPADES)
    partners = laid[trick.index(ahead)]["seat"] == (seat + 2) % view["seats"]
    wins = best((*trick, card), SPADES) == card
    if SUIT[card] == SUIT[trick[0]]:
        return _follow(ahead, partners, wins)
    suit = SUIT_WORDS[SUIT[trick[0]]]
    return Reason(code="trump" if wins else "throw", data={"suit": suit, "card": words(card)})


def _lead(view: View, seat: Seat, suit: str) -> Reason:
    side = side_of(seat)
    missing = view["contract"][side] - view["side_tricks"][side]
    if missing > 0:
        return Reason(code="lead-short", data={"suit": suit, "missing": missing})
    return Reason(code="lead-made", data={"suit": suit})


def _follow(ahead: int, partners: bool, wins: bool) -> Reason:
    if partners:
        return Reason(code="over-partner" if wins else "partner", data={"best": words(ahead)})
    return Reason(code="over" if wins else "under", data={"best": words(ahead)})
