"""What happened in a game, in words. It knows no game: an act's verb in the past, what a result says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.api import HandScore, Json, Result, Seat

_CARD = re.compile(r"\b([2-9TJQKA])([CDHS])\b")
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_PAST = {
    "play": "played",
    "pass": "passed",
    "bid": "bid",
    "move": "moved",
    "resign": "resigned",
    "offer-draw": "offered a draw",
    "accept-draw": "accepted the draw",
    "decline-draw": "declined the draw",
    "claim-draw": "claimed a draw",
}


def act_in_words(name: str, act: str) -> str:
    """As "Ann played Q♠."; an act without a verb that is known as it stands in the record."""
    verb, _, rest = act.partition(" ")
    said = f"{_PAST[verb]} {rest}".rstrip() if verb in _PAST else f"{verb} {rest}".rstrip()
    return f"{name} {cards_in(said)}."


def cards_in(text: str) -> str:
    """The same text with cards by their signs: "play TC" becomes "play 10♣"."""
    return _CARD.sub(lambda card: card[1].replace("T", "10") + _SUITS[card[2]], text)


def hand_in_words(
    number: int, score: HandScore, sides: Sequence[Sequence[Seat]], names: Sequence[str]
) -> str:
    """The points of a finished hand, by side."""
    points = ", ".join(
        f"{_side(side, names)} {own} (now {total})"
        for side, own, total in zip(sides, score.points, score.totals, strict=True)
    )
    return f"Hand {number}: {points}."


def end_in_words(result: Result, names: Sequence[str]) -> str:
    """Who came in where, from the first place on."""
    places = sorted((result.places[side[0]], _side(side, names)) for side in result.sides)
    return f"The game is over: {', '.join(f'{place}. {side}' for place, side in places)}."


def _side(side: Sequence[Seat], names: Sequence[str]) -> str:
    return " and ".join(names[seat] for seat in side)


def taken_in_words(view: Mapping[str, Json], names: Sequence[str]) -> str:
    """Who took the last trick of a view, in games of tricks; else nothing."""
    tricks = view.get("tricks") or []
    return f"{names[tricks[-1]['winner']]} took the trick." if tricks else ""


def dealt_in_words(views: Sequence[Mapping[str, Json]], names: Sequence[str]) -> list[str]:
    """Each seat's cards as they were dealt."""
    return [
        f"{name}: {cards_in(' '.join(view['hand']))}"
        for name, view in zip(names, views, strict=True)
        if isinstance(view.get("hand"), list)
    ]
