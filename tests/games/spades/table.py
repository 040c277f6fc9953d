"""Positions of Spades from short text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.api import HandScore, IllegalAct, Seat
from games.cards import CARDS, DECK, NAMES, SUIT, bits, cards_of
from games.registry import game
from games.spades.state import HAND_SIZE, Hand, Phase, State
from games.tricks import Trick

ENGINE = game("spades").engine


def new(**length: int) -> State:
    """A fresh game: `target=…` or `hands=…`."""
    state: State = ENGINE.new(ENGINE.normalise({"length": length} if length else {}, 4), 4)
    return state


def dealt(state: State) -> State:
    """The next hand, dealt in the order of the deck: clubs to seat 0, spades to seat 3."""
    hands = [" ".join(NAMES[13 * seat : 13 * seat + 13]) for seat in range(4)]
    after: State = ENGINE.resolve(state, {"chance": "deal", "hands": hands})
    return after


def dealt_as(state: State, fixed: Mapping[Seat, str]) -> State:
    """The next hand, in which some seats get these cards (or so many of them) and the rest falls in order."""
    rest = [name for name in NAMES if not any(name in text.split() for text in fixed.values())]
    hands = []
    for seat in range(4):
        own = fixed.get(seat, "").split()
        short = HAND_SIZE - len(own)
        hands.append(" ".join([*own, *rest[:short]]))
        del rest[:short]
    after: State = ENGINE.resolve(state, {"chance": "deal", "hands": hands})
    return after


def bid_all(state: State, bids: str) -> State:
    """Bids by seat, `n` for nil, made in the order in which they are due."""
    texts = bids.split()
    for _ in texts:
        (seat,) = ENGINE.due(state)
        state = ENGINE.act(state, seat, f"bid {'nil' if texts[seat] == 'n' else texts[seat]}")
    return state


def on_turn(hand: str, trick: str = "", played: str = "", bids: str = "3 3 3 3", won: int = 1) -> State:
    """Seat 0 to play from `hand` to a running trick; `played` lie in a first one, which seat `won` took."""
    laid = tuple(CARDS[name] for name in trick.split())
    first = Trick(leader=0, cards=tuple(CARDS[name] for name in played.split()), winner=won)
    return replace(
        new(),
        phase=Phase.PLAYING,
        hand_number=1,
        hand=Hand(
            cards=(bits(hand.split()), 0, 0, 0),
            bids=numbers(bids),
            leader=-len(laid) % 4,
            trick=laid,
            tricks=(first,),
            played=bits(played.split()) | bits(trick.split()),
        ),
    )


def ending(held: str, trick: str = "", bids: str = "3 3 3 3", won: str = "", **more: Any) -> State:
    """Seat 0 to play near the end of a hand; `held` by seat is set apart by a stroke, and `won` tells the tricks
    taken by seat. `before` are totals and `bags` bags by side, the length is given as in `new`.

    What was played before lies in tricks of one suit, so that nobody is shown void: of each suit 1, 5, 9 or 13 cards
    are left.
    """
    before, bags = more.pop("before", (0, 0)), more.pop("bags", (0, 0))
    laid = tuple(CARDS[name] for name in trick.split())
    left = tuple(bits(text.split()) for text in held.split("|"))
    gone = list(cards_of(DECK & ~sum(left) & ~sum(1 << card for card in laid)))
    winners = [seat for seat, count in enumerate(numbers(won)) for _ in range(count)]
    tricks = [
        Trick(leader=0, cards=tuple(gone[4 * n : 4 * n + 4]), winner=seat) for n, seat in enumerate(winners)
    ]
    assert sum(len(done.cards) for done in tricks) == len(gone)
    assert all(len({SUIT[card] for card in done.cards}) == 1 for done in tricks)
    earlier = (HandScore(points=before, totals=before),) if any(before) else ()
    return replace(
        new(**more),
        phase=Phase.PLAYING,
        hand_number=1 + len(earlier),
        completed=earlier,
        bags=bags,
        hand=Hand(
            cards=left,
            bids=numbers(bids),
            leader=-len(laid) % 4,
            trick=laid,
            tricks=tuple(tricks),
            played=sum(1 << card for card in (*gone, *laid)),
        ),
    )


def numbers(bids: str) -> tuple[int, ...]:
    return tuple(0 if bid == "n" else int(bid) for bid in bids.split())


def finished(bids: str, taken: Iterable[int], before: tuple[int, int] = (0, 0), **more: Any) -> State:
    """The state after a hand with these bids and tricks by seat, on top of these totals.

    `bags` by side stood before it; the length is given as in `new`. The last trick is played for real.
    """
    bags = more.pop("bags", (0, 0))
    winners = [seat for seat, count in enumerate(taken) for _ in range(count)]
    assert len(winners) == HAND_SIZE
    last = winners.pop()
    cards = ["2C", "3C", "4C", "5C"]
    cards[last] = "AC"
    earlier = (HandScore(points=before, totals=before),) if any(before) else ()
    state = replace(
        new(**more),
        phase=Phase.PLAYING,
        hand_number=len(earlier) + 1,
        completed=earlier,
        bags=bags,
        hand=Hand(
            cards=tuple(1 << CARDS[name] for name in cards),
            bids=numbers(bids),
            leader=0,
            tricks=tuple(Trick(leader=0, cards=(), winner=seat) for seat in winners),
        ),
    )
    for seat, name in enumerate(cards):
        state = ENGINE.act(state, seat, f"play {name}")
    return state


def played_out(state: State) -> State:
    """The hand played to its end, each seat its first legal card."""
    while state.phase is Phase.PLAYING:
        (seat,) = ENGINE.due(state)
        state = ENGINE.act(state, seat, ENGINE.legal(state, seat).acts[0])
    return state


def points(state: State) -> tuple[int, ...]:
    """Of the last hand, by side."""
    return ENGINE.completed_hands(state)[-1].points


def legal(state: State, seat: Seat = 0) -> str:
    """The cards that the seat may play, as text."""
    return " ".join(act.removeprefix("play ") for act in ENGINE.legal(state, seat).acts)


def refused(state: State, seat: Seat, act: str) -> IllegalAct:
    """The refusal of an act."""
    with pytest.raises(IllegalAct) as caught:
        ENGINE.act(state, seat, act)
    return caught.value
