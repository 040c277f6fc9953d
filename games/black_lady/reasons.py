"""What a computer player says about its act: facts that everybody sees, never about its other cards."""

from __future__ import annotations

from games.api import Reason, View
from games.cards import CARDS, NAMES, SUIT, SUIT_WORDS, words
from games.tricks import best

_TIMES = ("never", "once", "twice")


def reason_for(view: View, act: str) -> Reason:
    """The reason for an act in this view. It reads public parts of the view only, and the act itself."""
    verb, name = act.split(" ")[:2]
    if verb == "pass":
        return Reason(code="pass")
    card = CARDS[name]
    trick = tuple(CARDS[laid["card"]] for laid in view["trick"]["cards"])
    if not trick:
        return _lead(view, card)
    if SUIT[card] != SUIT[trick[0]]:
        return _throw(view, card, SUIT_WORDS[SUIT[trick[0]]])
    return _follow(view, card, trick)


def _lead(view: View, card: int) -> Reason:
    if view["options"]["open_with_two"] and not view["tricks"]:
        return Reason(code="opening")
    suit = SUIT[card]
    times = sum(SUIT[CARDS[trick["cards"][0]["card"]]] == suit for trick in view["tricks"])
    if not times:
        return Reason(code="lead-new", data={"suit": SUIT_WORDS[suit]})
    count = _TIMES[times] if times < len(_TIMES) else f"{times} times"
    return Reason(code="lead-again", data={"suit": SUIT_WORDS[suit], "times": count})


def _throw(view: View, card: int, suit: str) -> Reason:
    if card == CARDS["QS"]:
        return Reason(code="throw-queen", data={"suit": suit})
    code = "throw-points" if view["card_points"].get(NAMES[card]) else "throw"
    return Reason(code=code, data={"suit": suit, "card": words(card)})


def _follow(view: View, card: int, trick: tuple[int, ...]) -> Reason:
    highest = best(trick)
    if card < highest:
        return Reason(code="under", data={"best": words(highest)})
    if len(trick) + 1 < view["seats"]:
        return Reason(code="over", data={"best": words(highest)})
    points = view["card_points"]
    costs = any(points.get(NAMES[played]) for played in (*trick, card))
    return Reason(code="last-points" if costs else "last-safe")
