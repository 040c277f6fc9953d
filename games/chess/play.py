"""Acts: moves, resigning, offering, answering and claiming draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import chess

from games.api import IllegalAct, Legal, Seat
from games.chess.info import SIDES
from games.chess.refusals import move_refusal
from games.chess.state import End, Ending, State, stand, to_move
from games.wording import shown

RESIGN, OFFER, ACCEPT, DECLINE, CLAIM = "resign", "offer-draw", "accept-draw", "decline-draw", "claim-draw"


def legal(state: State, seat: Seat) -> Legal:
    """Moves and a claim for the side to move; what else is possible is optional and answers no turn.

    The first optional act does no harm, so that it can stand in for a computer that fails.
    """
    if state.end is not None:
        return Legal()
    if state.offer == 1 - seat:
        optional: tuple[str, ...] = (DECLINE, ACCEPT, RESIGN)
    else:
        optional = (OFFER, RESIGN) if _may_offer(state, seat) else (RESIGN,)
    if to_move(state) != seat:
        return Legal(optional=optional)
    claim = (CLAIM,) if state.claim else ()
    return Legal(acts=(*[f"move {move}" for move in state.legal], *claim), optional=optional)


def asked(state: State) -> frozenset[Seat]:
    """The seat to which a draw is offered."""
    return frozenset() if state.end is not None or state.offer is None else frozenset((1 - state.offer,))


def _may_offer(state: State, seat: Seat) -> bool:
    return to_move(state) == seat and state.offer is None and not state.has_offered


def act(state: State, seat: Seat, text: str) -> State:
    """The state after the act. Raises IllegalAct."""
    if seat not in (0, 1):
        raise IllegalAct("no-such-seat", "turns", f"There are the seats 0 and 1, no seat {shown(seat)}.")
    verb, space, rest = text.partition(" ")
    known = verb == "move" if space else verb in _ACTS
    if not known:
        sentence = f"{shown(text)} is no act of chess. Move as in: move e2e4."
        raise IllegalAct("no-such-act", "turns", sentence)
    if state.end is not None:
        raise IllegalAct("over", "turns", "The game is over. Nothing more can be done in it.")
    return _move(state, seat, rest) if space else _ACTS[verb](state, seat)


def _move(state: State, seat: Seat, text: str) -> State:
    _need_turn(state, seat)
    if text not in state.legal:
        raise move_refusal(state.board, text)
    board, move = state.board.copy(), chess.Move.from_uci(text)
    san = board.san_and_push(move)
    offer = state.offer if state.offer == seat else None  # the other side's lapses when it is moved past
    after = stand(board, start=state.start, moves=(*state.moves, text), san=(*state.san, san), offer=offer)
    return after if after.end is None else replace(after, offer=None)


def _need_turn(state: State, seat: Seat) -> None:
    if to_move(state) != seat:
        sentence = f"It is {SIDES[1 - seat]}'s turn. Wait for their move."
        raise IllegalAct("not-your-turn", "turns", sentence)


def _resign(state: State, seat: Seat) -> State:
    return _ended(state, Ending.RESIGNED, 1 - seat)


def _offer(state: State, seat: Seat) -> State:
    if state.offer == 1 - seat:
        sentence = "A draw is offered to you already. Accept it, or play on."
        raise IllegalAct("offered-to-you", "draw offers", sentence)
    if to_move(state) != seat:
        sentence = "A draw is offered on one's own turn, before moving. Wait for your turn."
        raise IllegalAct("not-your-turn", "draw offers", sentence)
    if not _may_offer(state, seat):
        sentence = (
            "You have offered a draw on this move already. Move first; you may offer again on a later one."
        )
        raise IllegalAct("offered-already", "draw offers", sentence)
    return replace(state, offer=seat, has_offered=True)


def _accept(state: State, seat: Seat) -> State:
    _need_offer(state, seat)
    return _ended(state, Ending.AGREED, None)


def _decline(state: State, seat: Seat) -> State:
    _need_offer(state, seat)
    return replace(state, offer=None)


def _need_offer(state: State, seat: Seat) -> None:
    if state.offer != 1 - seat:
        sentence = "No draw is offered to you. You may offer one yourself on your turn, before you move."
        raise IllegalAct("no-offer", "draw offers", sentence)


def _claim(state: State, seat: Seat) -> State:
    _need_turn(state, seat)
    if not state.claim:
        sentence = (
            "A draw can be claimed when a position comes for the third time, or after fifty moves "
            "without a capture or a pawn's move. Neither is so now."
        )
        raise IllegalAct("no-claim", "claiming a draw", sentence)
    return _ended(state, Ending.CLAIMED, None)


def _ended(state: State, ending: Ending, winner: Seat | None) -> State:
    return replace(state, offer=None, end=End(ending=ending, winner=winner))


_ACTS: Mapping[str, Callable[[State, Seat], State]] = {
    RESIGN: _resign,
    OFFER: _offer,
    ACCEPT: _accept,
    DECLINE: _decline,
    CLAIM: _claim,
}
