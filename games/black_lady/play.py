"""The steps of a game: dealing, passing, playing a card, ending a hand and the game."""

from __future__ import annotations

from dataclasses import replace

from games.api import Event, HandScore, IllegalAct, Result, Seat
from games.black_lady.legality import (
    cards_to_pass,
    no_such_card,
    not_in_hand,
    playable,
    refusal,
    turn,
)
from games.black_lady.presets import QUEEN, RAISE, SHARED, TWO_OF_CLUBS
from games.black_lady.rules import TARGET_STEP, Rules
from games.black_lady.state import Hand, Phase, State, totals
from games.cards import CARDS
from games.dealing import hands_of
from games.tricks import Trick, winner
from games.wording import shown


def deal(state: State, event: Event) -> State:
    """The state after a deal. Raises IllegalAct where the hands are not the deck in even parts."""
    rules = state.rules
    if state.phase is not Phase.DEALING:
        raise IllegalAct("no-deal-due", "dealing", "No deal is due now. Play the hand to its end first.")
    number = state.hand_number + 1
    hand = Hand(
        cards=hands_of(event, rules.deck, rules.seats),
        passed=(0,) * rules.seats,
        first_leader=-1,
        queen_seat=-1,
        leader=-1,
        trick=(),
        tricks=(),
        taken=(0,) * rules.seats,
        played=0,
    )
    dealt = replace(state, hand_number=number, hand=hand, phase=Phase.PASSING)
    return dealt if rules.direction(number) else _start_play(dealt, hand)


def act(state: State, seat: Seat, text: str) -> State:
    """The state after the act of a seat. Raises IllegalAct."""
    verb, *names = text.split(" ")
    if state.phase is Phase.OVER:
        raise IllegalAct("game-over", "end of the game", "The game is over. Nothing more can be played.")
    if state.hand is None or state.phase is Phase.DEALING:
        raise IllegalAct("deal-due", "dealing", "The next hand has not been dealt yet. Wait for the deal.")
    if state.phase is Phase.PASSING:
        return _passing_act(state, state.hand, seat, verb, names)
    if verb != "play" or len(names) != 1:
        raise IllegalAct("unknown-act", "playing", f"{shown(text)} is no act here. Play a card: play QS.")
    return _play(state, state.hand, seat, names[0])


def _passing_act(state: State, hand: Hand, seat: Seat, verb: str, names: list[str]) -> State:
    if verb == "take-back" and not names:
        if not hand.passed[seat]:
            raise IllegalAct(
                "nothing-chosen", "passing", "You have not chosen yet. Choose three cards to pass."
            )
        return replace(state, hand=replace(hand, passed=_with(hand.passed, seat, 0)))
    if verb != "pass":
        raise IllegalAct("pass-first", "passing", "Cards are being passed. Choose three: pass QS KS AS.")
    chosen = cards_to_pass(state.rules, hand.cards[seat], names)
    passed = _with(hand.passed, seat, chosen)
    hand = replace(hand, passed=passed)
    if not all(passed):
        return replace(state, hand=hand)
    rules, number = state.rules, state.hand_number
    cards = tuple(
        held & ~passed[seat] | passed[rules.giver(number, seat)] for seat, held in enumerate(hand.cards)
    )
    return _start_play(state, replace(hand, cards=cards))


def _start_play(state: State, hand: Hand) -> State:
    dealer = state.rules.dealer(state.hand_number)
    leader = _holder(hand, TWO_OF_CLUBS) if dealer is None else (dealer + 1) % state.rules.seats
    hand = replace(hand, first_leader=leader, leader=leader, queen_seat=_holder(hand, QUEEN))
    return replace(state, hand=hand, phase=Phase.PLAYING)


def _holder(hand: Hand, card: int) -> Seat:
    return next(seat for seat, cards in enumerate(hand.cards) if cards >> card & 1)


def _play(state: State, hand: Hand, seat: Seat, name: str) -> State:
    card = CARDS.get(name)
    if card is None:
        raise no_such_card(name)
    rules, to_play = state.rules, turn(hand, state.rules)
    if seat != to_play:
        raise IllegalAct("not-your-turn", "playing", f"Seat {to_play} plays next. Wait for your turn.")
    cards = hand.cards[seat]
    if not cards >> card & 1:
        raise not_in_hand(card)
    if not playable(rules, hand, cards) >> card & 1:
        raise refusal(rules, hand, cards, card)
    trick = (*hand.trick, card)
    full = len(trick) == rules.seats
    after = Hand(
        cards=_with(hand.cards, seat, cards ^ 1 << card),
        passed=hand.passed,
        first_leader=hand.first_leader,
        queen_seat=hand.queen_seat,
        leader=hand.leader,
        trick=trick,
        tricks=hand.tricks,
        taken=hand.taken,
        played=hand.played | 1 << card,
    )
    if full:
        after = _finish_trick(rules, after)
    if full and not any(after.cards):
        return _finish_hand(state, after)
    return State(
        rules=rules,
        phase=Phase.PLAYING,
        hand_number=state.hand_number,
        hand=after,
        completed=state.completed,
        target=state.target,
    )


def _finish_trick(rules: Rules, hand: Hand) -> Hand:
    taker = winner(hand.leader, hand.trick)
    trick = Trick(
        leader=hand.leader,
        cards=hand.trick,
        winner=taker,
        points=sum(rules.points[card] for card in hand.trick),
    )
    won = sum(1 << card for card in hand.trick) & rules.penalties
    taken = _with(hand.taken, taker, hand.taken[taker] | won) if won else hand.taken
    return replace(hand, leader=taker, trick=(), tricks=(*hand.tricks, trick), taken=taken)


def _finish_hand(state: State, hand: Hand) -> State:
    """Score the hand; end the game where its length is reached (spec: tie for the lowest at the end)."""
    rules, score = state.rules, _score(state.rules, hand, totals(state))
    completed = (*state.completed, score)
    reached = max(score.totals) >= state.target
    tie_to_break = rules.tie != SHARED and score.totals.count(min(score.totals)) > 1
    over = len(completed) >= rules.hands or (reached and not tie_to_break)
    raised = tie_to_break and rules.tie == RAISE
    return replace(
        state,
        hand=hand,
        completed=completed,
        phase=Phase.OVER if over else Phase.DEALING,
        target=_out_of_reach(state.target, score.totals) if raised else state.target,
    )


def _score(rules: Rules, hand: Hand, before: tuple[int, ...]) -> HandScore:
    """The hand's points; one seat with all of them has shot the moon where the rule set knows it."""
    taken = tricks_points(rules, hand)
    points = with_moon(rules, taken)
    notes = ({"code": "moon", "seat": taken.index(rules.total)},) if points != taken else ()
    after = tuple(old + new for old, new in zip(before, points, strict=True))
    return HandScore(points=points, totals=after, notes=notes)


def with_moon(rules: Rules, taken: tuple[int, ...]) -> tuple[int, ...]:
    """Points of a hand by seat: as taken, or after a moon none for its shooter and all for each of the others."""
    if not rules.moon or rules.total not in taken:
        return taken
    return tuple(0 if points == rules.total else rules.total for points in taken)


def tricks_points(rules: Rules, hand: Hand) -> tuple[int, ...]:
    """Penalty points by seat in the finished tricks of a hand, the moon apart."""
    points = [0] * rules.seats
    for trick in hand.tricks:
        points[trick.winner] += trick.points
    return tuple(points)


def _out_of_reach(target: int, after: tuple[int, ...]) -> int:
    """The first target above every total, in steps of 50."""
    while target <= max(after):
        target += TARGET_STEP
    return target


def result(state: State) -> Result | None:
    """Places by seat, lowest total first, ties equal; None while the game goes on."""
    if state.phase is not Phase.OVER:
        return None
    final = totals(state)
    places = tuple(1 + sum(other < own for other in final) for own in final)
    reason = "hands" if len(state.completed) >= state.rules.hands else "target"
    return Result(places=places, sides=tuple((seat,) for seat in range(state.rules.seats)), reason=reason)


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
