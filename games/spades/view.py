"""What one viewer may know of a game: nothing in here reads a hand that is not the viewer's own."""

from __future__ import annotations

from typing import Any

from games.api import Seat
from games.cards import NAMES, cards_of, names
from games.spades.info import SEATS, SIDES
from games.spades.legality import due, is_broken, legal, playable, refusal, turn
from games.spades.play import result
from games.spades.scoring import contract
from games.spades.state import HAND_SIZE, Hand, Phase, State, dealer, taken, totals
from games.tricks import laid


def view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """The game as JSON for one seat, or for a spectator (None).

    `phase`: dealing, bidding, playing, over; the hand shown is the one last dealt. By seat: `counts` of
    cards, `bids` (0 is nil, null no bid yet), `taken` (tricks). By side (seats 0+2, seats 1+3): `totals`,
    `bags` after the finished hands, `contract` (the number bids so far), `side_tricks`. `nil` holds the
    seats that bid nil. `trick` is the running one, `tricks` the finished ones of this hand, `leader` who
    leads the first. `why` says of each own card that cannot be played now why not.
    """
    own = None if viewer is None else legal(state, viewer)
    end = result(state)
    shown: dict[str, Any] = {
        "phase": state.phase.value,
        "hand_number": state.hand_number,
        "seats": SEATS,
        "sides": [list(side) for side in SIDES],
        "totals": list(totals(state)),
        "bags": list(state.bags),
        "hands": [
            {"points": [*h.points], "totals": [*h.totals], "notes": [*h.notes]} for h in state.completed
        ],
        "due": sorted(due(state)),
        "legal": own.as_json() if own else None,
        "options": {"length": {state.unit: state.count}},
        "result": {"places": list(end.places), "reason": end.reason} if end else None,
        "dealer": dealer(max(1, state.hand_number)),
    }
    hand = state.hand or Hand(cards=(0,) * SEATS, bids=(None,) * SEATS, leader=0)
    return shown | _hand_view(state, hand, viewer)


def _hand_view(state: State, hand: Hand, viewer: Seat | None) -> dict[str, Any]:
    won, playing = taken(hand), state.phase is Phase.PLAYING
    running = {"leader": hand.leader, "cards": laid(hand.leader, hand.trick, SEATS)} if playing else None
    return {
        "hand": [] if viewer is None else list(names(hand.cards[viewer])),
        "counts": [cards.bit_count() for cards in hand.cards],
        "bids": list(hand.bids),
        "nil": [seat for seat, bid in enumerate(hand.bids) if bid == 0],
        "contract": [contract(side, hand.bids) for side in range(len(SIDES))],
        "side_tricks": [sum(won[seat] for seat in side) for side in SIDES],
        "taken": list(won),
        "trick": running,
        "trick_number": min(len(hand.tricks) + 1, HAND_SIZE),
        "tricks": [trick.as_json() for trick in hand.tricks],
        "leader": (dealer(max(1, state.hand_number)) + 1) % SEATS,
        "spades_broken": is_broken(hand),
        "why": _why(hand, viewer) if playing and viewer == turn(hand) else {},
    }


def _why(hand: Hand, viewer: Seat) -> dict[str, dict[str, str]]:
    cards = hand.cards[viewer]
    barred = cards & ~playable(hand, cards)
    if not barred:
        return {}
    said = refusal(hand, cards)
    return {NAMES[card]: {"code": said.code, "sentence": said.sentence} for card in cards_of(barred)}
