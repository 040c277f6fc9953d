"""What one viewer may know of a game: nothing in here reads a hand that is not the viewer's own."""

from __future__ import annotations

from typing import Any

from games.api import Legal, Seat
from games.black_lady.legality import due, is_broken, passable, playable, refusal, turn
from games.black_lady.play import result, tricks_points
from games.black_lady.rules import PASSED, Rules
from games.black_lady.state import Hand, Phase, State, totals
from games.cards import NAMES, cards_of, names
from games.tricks import laid


def legal(state: State, seat: Seat) -> Legal:
    """What the seat may do: choose cards to pass (again while others choose), or play a legal card."""
    rules, hand = state.rules, state.hand
    if hand is not None and state.phase is Phase.PASSING:
        chosen = ("take-back",) if hand.passed[seat] else ()
        of = names(passable(rules, hand.cards[seat]))
        return Legal(choose=PASSED, of=of, verb="pass", optional=chosen)
    if hand is not None and state.phase is Phase.PLAYING and turn(hand, rules) == seat:
        cards = names(playable(rules, hand, hand.cards[seat]))
        return Legal(acts=tuple(["play " + card for card in cards]))
    return Legal()


def view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """The game as JSON for one seat, or for a spectator (None).

    `phase`: dealing, passing, playing, over; the hand shown is the one last dealt. `hand`: own cards;
    `counts`, `taken` (tricks), `points` (of this hand so far) and `penalty_cards` are by seat. `trick` is the
    running one, `tricks` the finished ones of this hand. `why` says of each own card that cannot be played
    now why not.
    """
    open_to_all, hand = _open(state), state.hand
    own = None if viewer is None else legal(state, viewer)
    shown = {**open_to_all, "legal": own.as_json() if own else None}
    return shown | (_own_view(state, hand, viewer) if hand else _NO_CARDS)


_opened: tuple[State, dict[str, Any]] | None = None
"""The last state seen by `_open`: the views of its seats are asked for one after the other."""


def _open(state: State) -> dict[str, Any]:
    """What every viewer sees alike."""
    global _opened
    kept = _opened
    if kept is None or kept[0] is not state:
        rules, hand = state.rules, state.hand
        shown = {
            "phase": state.phase.value,
            "hand_number": state.hand_number,
            "seats": rules.seats,
            "card_points": {NAMES[card]: rules.points[card] for card in cards_of(rules.penalties)},
            "totals": list(totals(state)),
            "hands": [
                {"points": [*h.points], "totals": [*h.totals], "notes": [*h.notes]} for h in state.completed
            ],
            "due": sorted(due(state)),
            "options": dict(rules.options),
            "result": _result(state),
        }
        kept = _opened = (state, shown | (_open_hand(state, hand) if hand else _no_hand(rules)))
    return kept[1]


def _result(state: State) -> dict[str, Any] | None:
    end = result(state)
    return {"places": list(end.places), "reason": end.reason} if end else None


def _no_hand(rules: Rules) -> dict[str, Any]:
    none = [0] * rules.seats
    return {
        "counts": none,
        "trick": None,
        "trick_number": 1,
        "tricks": [],
        "taken": list(none),
        "points": list(none),
        "penalty_cards": [[] for _ in none],
        "dealer": rules.dealer(1),
        "leader": None,
        "hearts_broken": False,
        "queen_seat": None,
    }


_NO_CARDS: dict[str, Any] = {"hand": [], "pass": None, "why": {}}


def _open_hand(state: State, hand: Hand) -> dict[str, Any]:
    rules = state.rules
    taken = [0] * rules.seats
    for trick in hand.tricks:
        taken[trick.winner] += 1
    playing = state.phase is Phase.PLAYING
    running = (
        {"leader": hand.leader, "cards": laid(hand.leader, hand.trick, rules.seats)} if playing else None
    )
    return {
        "counts": [cards.bit_count() for cards in hand.cards],
        "trick": running,
        "trick_number": min(len(hand.tricks) + 1, rules.hand_size),
        "tricks": [trick.as_json() for trick in hand.tricks],
        "taken": taken,
        "points": list(tricks_points(rules, hand)),
        "penalty_cards": [list(names(cards)) for cards in hand.taken],
        "dealer": rules.dealer(state.hand_number),
        "leader": _leader(state, hand),
        "hearts_broken": is_broken(rules, hand),
        "queen_seat": hand.queen_seat if rules.announce and hand.queen_seat >= 0 else None,
    }


def _own_view(state: State, hand: Hand, viewer: Seat | None) -> dict[str, Any]:
    return {
        "hand": [] if viewer is None else list(names(hand.cards[viewer])),
        "pass": _pass_view(state, hand, viewer),
        "why": _why(state.rules, hand, viewer) if state.phase is Phase.PLAYING else {},
    }


def _leader(state: State, hand: Hand) -> Seat | None:
    """Who leads the first trick: known before play only where it is a matter of seats, not of cards."""
    if hand.first_leader >= 0:
        return hand.first_leader
    dealer = state.rules.dealer(state.hand_number)
    return None if dealer is None else (dealer + 1) % state.rules.seats


def _pass_view(state: State, hand: Hand, viewer: Seat | None) -> dict[str, Any] | None:
    rules, number = state.rules, state.hand_number
    direction = rules.direction(number)
    if not direction:
        return None
    shown: dict[str, Any] = {"direction": direction, "to": None, "from": None}
    if viewer is not None:
        shown |= {"to": rules.receiver(number, viewer), "from": rules.giver(number, viewer)}
    if state.phase is Phase.PASSING:
        chosen = [seat for seat, cards in enumerate(hand.passed) if cards]
        mine = None if viewer is None or not hand.passed[viewer] else list(names(hand.passed[viewer]))
        return shown | {"count": PASSED, "chosen": chosen, "mine": mine}
    if viewer is None:
        return shown | {"passed": [], "received": []}
    received = hand.passed[shown["from"]]
    return shown | {"passed": list(names(hand.passed[viewer])), "received": list(names(received))}


def _why(rules: Rules, hand: Hand, viewer: Seat | None) -> dict[str, dict[str, str]]:
    if viewer is None or turn(hand, rules) != viewer:
        return {}
    cards = hand.cards[viewer]
    why = {}
    for card in cards_of(cards & ~playable(rules, hand, cards)):
        said = refusal(rules, hand, cards, card)
        why[NAMES[card]] = {"code": said.code, "sentence": said.sentence}
    return why
