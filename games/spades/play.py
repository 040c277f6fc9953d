"""The steps of a game: dealing, bidding, playing a card, ending a hand and the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.api import Event, HandScore, IllegalAct, Result, Seat
from games.cards import DECK, SPADES
from games.dealing import hands_of
from games.spades.info import SEATS, SIDES, side_of
from games.spades.legality import bid_of, card_of, turn
from games.spades.options import FLOOR
from games.spades.scoring import score
from games.spades.state import Hand, Phase, State, dealer, taken, totals
from games.tricks import Trick, winner
from games.wording import shown


def deal(state: State, event: Event) -> State:
    """The state after a deal. Raises IllegalAct where the hands are not the deck in even parts."""
    if state.phase is not Phase.DEALING:
        raise IllegalAct("no-deal-due", "dealing", "No deal is due now. Play the hand to its end first.")
    number = state.hand_number + 1
    hand = Hand(cards=hands_of(event, DECK, SEATS), bids=(None,) * SEATS, leader=(dealer(number) + 1) % SEATS)
    return replace(state, hand_number=number, hand=hand, phase=Phase.BIDDING)


def act(state: State, seat: Seat, text: str) -> State:
    """The state after the act of a seat. Raises IllegalAct."""
    verb, *words = text.split(" ")
    if not 0 <= seat < SEATS:
        raise IllegalAct("no-such-seat", "playing", f"There are seats 0 to {SEATS - 1}, no seat {seat}.")
    if state.phase is Phase.OVER:
        raise IllegalAct("game-over", "end of the game", "The game is over. Nothing more can be played.")
    hand = state.hand
    if hand is None or state.phase is Phase.DEALING:
        raise IllegalAct("deal-due", "dealing", "The next hand has not been dealt yet. Wait for the deal.")
    if state.phase is Phase.BIDDING:
        if verb != "bid" or len(words) != 1:
            raise IllegalAct(
                "bid-first", "bidding", f"{shown(text)} is no bid. Bids are made now: bid 3, or bid nil."
            )
        return _bid(state, hand, _at_turn(hand, seat), bid_of(words[0]))
    if verb != "play" or len(words) != 1:
        raise IllegalAct("unknown-act", "playing", f"{shown(text)} is no act here. Play a card: play QS.")
    return _play(state, hand, _at_turn(hand, seat), words[0])


def _at_turn(hand: Hand, seat: Seat) -> Seat:
    if seat != turn(hand):
        sentence = f"It is the turn of seat {turn(hand)}. Wait for yours."
        raise IllegalAct("not-your-turn", "playing", sentence)
    return seat


def _bid(state: State, hand: Hand, seat: Seat, tricks: int) -> State:
    bids = (*hand.bids[:seat], tricks, *hand.bids[seat + 1 :])
    phase = Phase.BIDDING if None in bids else Phase.PLAYING
    return replace(state, hand=replace(hand, bids=bids), phase=phase)


def _play(state: State, hand: Hand, seat: Seat, name: str) -> State:
    bit = 1 << card_of(name, hand, seat)
    after = replace(
        hand,
        cards=(*hand.cards[:seat], hand.cards[seat] ^ bit, *hand.cards[seat + 1 :]),
        trick=(*hand.trick, bit.bit_length() - 1),
        played=hand.played | bit,
    )
    if len(after.trick) < SEATS:
        return replace(state, hand=after)
    taker = winner(after.leader, after.trick, SPADES)
    trick = Trick(leader=after.leader, cards=after.trick, winner=taker)
    after = replace(after, leader=taker, trick=(), tricks=(*after.tricks, trick))
    return replace(state, hand=after) if any(after.cards) else _finish_hand(state, after)


def _finish_hand(state: State, hand: Hand) -> State:
    """Score the hand; end the game where its length is reached (spec: spades, Length)."""
    bids, won = tuple(bid or 0 for bid in hand.bids), taken(hand)
    scores = [score(side, bids, won, state.bags[side]) for side in range(len(SIDES))]
    points = tuple(own.points for own in scores)
    after = tuple(old + new for old, new in zip(totals(state), points, strict=True))
    notes = tuple(note for own in scores for note in own.notes)
    completed = (*state.completed, HandScore(points=points, totals=after, notes=notes))
    return replace(
        state,
        hand=hand,
        completed=completed,
        bags=tuple(own.bags for own in scores),
        phase=Phase.OVER if is_over(state.unit, state.count, len(completed), after) else Phase.DEALING,
    )


def is_over(unit: str, count: int, hands: int, totals: Sequence[int]) -> bool:
    """Whether a game of the length `{unit: count}` ends after so many hands with these totals by side."""
    if unit == "hands":
        return hands >= count
    return max(totals) >= count or min(totals) <= FLOOR


def result(state: State) -> Result | None:
    """Places by seat, the side with the higher total first, level sides equal; None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    final = totals(state)
    places = tuple(1 + (final[side_of(seat)] < max(final)) for seat in range(SEATS))
    return Result(places=places, sides=SIDES, reason=state.unit)
