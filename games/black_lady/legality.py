"""Which cards may be passed or played, and why others may not.

Each test narrows the cards that the one before it left (spec: Black Lady, Play, 2 to 4): follow suit or,
leading, broken hearts; then the bar on penalty cards; then the queen at her first chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.api import IllegalAct, Seat
from games.black_lady.presets import QUEEN, TWO_OF_CLUBS
from games.black_lady.rules import HEARTS_BITS, PASSED, QUEEN_BIT, Rules
from games.black_lady.state import Hand, Phase, State
from games.cards import CARDS, SPADES, SUIT, SUIT_BITS, SUIT_WORDS, number, words
from games.tricks import best
from games.wording import shown


def due(state: State) -> frozenset[Seat]:
    """Whose clock runs: all who have not chosen while passing, else the seat to play."""
    if state.hand is None or state.phase not in (Phase.PASSING, Phase.PLAYING):
        return frozenset()
    if state.phase is Phase.PASSING:
        return frozenset(seat for seat, chosen in enumerate(state.hand.passed) if not chosen)
    return frozenset((turn(state.hand, state.rules),))


def turn(hand: Hand, rules: Rules) -> Seat:
    """The seat that plays next."""
    return (hand.leader + len(hand.trick)) % rules.seats


def passable(rules: Rules, cards: int) -> int:
    """The cards of a hand that may be passed."""
    return cards & ~rules.kept


def playable(rules: Rules, hand: Hand, cards: int) -> int:
    """The cards that the seat to play, holding `cards`, may play."""
    return open_to(rules, hand.trick, len(hand.tricks), hand.played, cards)


def open_to(rules: Rules, trick: Sequence[int], done: int, played: int, held: int) -> int:
    """What may be played from `held` to the running `trick`, after `done` tricks in which `played` has gone."""
    cards = _by_suit(rules, trick, done, played, held)
    if done < rules.free_tricks:
        cards = _allowed_by_bar(rules, done, cards)
    if rules.first_chance and trick and cards & QUEEN_BIT and _must_go(trick, held):
        return QUEEN_BIT
    return cards


def _by_suit(rules: Rules, trick: Sequence[int], done: int, played: int, held: int) -> int:
    if trick:
        return held & SUIT_BITS[SUIT[trick[0]]] or held
    if rules.open_with_two and not done:
        return 1 << TWO_OF_CLUBS
    if rules.must_break and not played & rules.breakers:
        return held & ~HEARTS_BITS or held
    return held


def _allowed_by_bar(rules: Rules, done: int, cards: int) -> int:
    return cards if done >= rules.free_tricks else cards & ~rules.penalties or cards


def _must_go(trick: Sequence[int], held: int) -> bool:
    suit = SUIT[trick[0]]
    if suit == SPADES:
        return best(trick) > QUEEN
    return not held & SUIT_BITS[suit]


def is_broken(rules: Rules, hand: Hand) -> bool:
    """Whether a card has been played in this hand that breaks hearts."""
    return bool(hand.played & rules.breakers)


def refusal(rules: Rules, hand: Hand, cards: int, card: int) -> IllegalAct:
    """Why `card`, which the seat to play holds among `cards`, cannot be played."""
    done = len(hand.tricks)
    by_suit = _by_suit(rules, hand.trick, done, hand.played, cards)
    if not by_suit >> card & 1:
        return _by_suit_refusal(rules, hand, cards)
    if not _allowed_by_bar(rules, done, by_suit) >> card & 1:
        return _barred(rules)
    what = "The queen of spades must be played at the first chance"
    if SUIT[hand.trick[0]] == SPADES:
        return IllegalAct(
            "queen-due", "queen at the first chance", f"{what}: a higher spade lies here. Play her."
        )
    return IllegalAct("queen-due", "queen at the first chance", f"{what}: you cannot follow suit. Throw her.")


def _by_suit_refusal(rules: Rules, hand: Hand, cards: int) -> IllegalAct:
    if rules.open_with_two and not hand.trick and not hand.tricks:
        sentence = "The two of clubs opens the hand. Play it."
        return IllegalAct("open-with-two", "open with the two of clubs", sentence)
    if not hand.trick:
        sentence = "Hearts are not broken yet. Lead another suit."
        return IllegalAct("hearts-not-broken", "breaking hearts", sentence)
    suit = SUIT[hand.trick[0]]
    held = (cards & SUIT_BITS[suit]).bit_count()
    return IllegalAct(
        "follow-suit", "follow suit", f"{_led(suit)} and you hold {number(held)}. Play a {_one(suit)}."
    )


def _barred(rules: Rules) -> IllegalAct:
    first = "the first trick" if rules.free_tricks == 1 else f"the first {number(rules.free_tricks)} tricks"
    sentence = (
        f"No penalty card may be played in {first} while you have another card to play. Choose another card."
    )
    return IllegalAct("penalty-barred", "first tricks without penalty cards", sentence)


def _led(suit: int) -> str:
    return f"{SUIT_WORDS[suit].capitalize()} were led"


def _one(suit: int) -> str:
    return SUIT_WORDS[suit][:-1]


def cards_to_pass(rules: Rules, cards: int, names: list[str]) -> int:
    """The three chosen cards. Raises IllegalAct."""
    rule = "passing"
    unknown = next((name for name in names if name not in CARDS), None)
    if unknown is not None:
        raise no_such_card(unknown)
    chosen = sum(1 << card for card in {CARDS[name] for name in names})
    if len(names) != PASSED:
        raise IllegalAct(
            "pass-count", rule, f"Choose exactly three cards to pass; you chose {number(len(names))}."
        )
    if chosen.bit_count() != PASSED:
        raise IllegalAct("pass-twice", rule, "You chose a card twice. Choose three different cards.")
    for name in names:
        if not cards >> CARDS[name] & 1:
            raise not_in_hand(CARDS[name], "Choose cards from the hand you were dealt.")
        if rules.kept >> CARDS[name] & 1:
            what = words(CARDS[name])
            raise IllegalAct(
                "may-not-pass", "queen and two stay", f"The {what} may not be passed. Choose another."
            )
    return chosen


def not_in_hand(card: int, advice: str = "Play a card from your hand.") -> IllegalAct:
    return IllegalAct("not-in-hand", "own cards only", f"You do not hold the {words(card)}. {advice}")


def no_such_card(name: str) -> IllegalAct:
    sentence = f"{shown(name)} is no card of this game. Write rank and suit, as in QS or 2C."
    return IllegalAct("no-such-card", "own cards only", sentence)
