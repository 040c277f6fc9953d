"""The rules of a table in sentences, made from the same compiled rules that the engine plays by."""

from __future__ import annotations

from collections.abc import Iterator

from games.black_lady.presets import ACROSS, LEFT, NONE, QUEEN, RAISE, RIGHT, SHARED
from games.black_lady.rules import NEVER, TARGET_STEP, Rules
from games.cards import DECK, HEARTS, SUIT, SUIT_BITS, cards_of, number, words

_WHERE = {
    LEFT: "to the left",
    RIGHT: "to the right",
    ACROSS: "to the seat opposite",
    NONE: "not at all",
}


def sentences(rules: Rules) -> tuple[str, ...]:
    """What holds at this table, one rule a sentence, in the order in which a game meets them."""
    return tuple(_all(rules))


def _all(rules: Rules) -> Iterator[str]:
    yield _cards(rules)
    yield _passing(rules)
    if rules.kept and any(rules.directions):
        yield f"The {_list([words(card) for card in cards_of(rules.kept & rules.deck)])} may not be passed."
    yield _first_lead(rules)
    yield "Follow the suit that was led if you can; else play any card. The highest of it wins the trick."
    yield from _restrictions(rules)
    yield _points(rules)
    yield _moon(rules)
    yield _end(rules)
    yield _ties(rules)


def _cards(rules: Rules) -> str:
    size = rules.deck.bit_count()
    each = f"{rules.seats} players get {rules.hand_size} cards each"
    if size == 32:
        return f"{each}, from 32 cards: seven to ace in every suit."
    out = [f"the {words(card)}" for card in cards_of(DECK & ~rules.deck)]
    return f"{each}, from a full deck" + (f" without {_list(out)}." if out else ".")


def _passing(rules: Rules) -> str:
    if not any(rules.directions):
        return "No cards are passed."
    if len(rules.directions) == 1:
        return f"Before each hand everyone passes three cards {_WHERE[rules.directions[0]]}."
    ways = ", ".join(_WHERE[direction] for direction in rules.directions)
    return f"Before each hand everyone passes three cards, hand by hand: {ways}; then from the start again."


def _first_lead(rules: Rules) -> str:
    if not rules.two_leads:
        return "The deal moves one seat to the left each hand; the seat on the dealer's left leads first."
    if rules.open_with_two:
        return "The holder of the two of clubs leads it to the first trick."
    return "The holder of the two of clubs leads first, with any card that the other rules allow."


def _restrictions(rules: Rules) -> Iterator[str]:
    if rules.free_tricks:
        first = "trick" if rules.free_tricks == 1 else f"{number(rules.free_tricks)} tricks"
        yield f"In the first {first} nobody plays a card that costs points while another card is legal."
    if rules.must_break:
        what = "heart or the queen of spades" if rules.breakers >> QUEEN & 1 else "heart"
        yield f"Nobody leads a heart until a {what} has been played, unless they hold hearts only."
    else:
        yield f"Hearts may be led {'from then on' if rules.free_tricks else 'at any time'}."
    if rules.announce:
        after = "Once the cards are passed" if any(rules.directions) else "After the deal"
        yield f"{after}, everyone is told who holds the queen of spades."
    if rules.first_chance:
        yield (
            "Who holds the queen of spades must throw her when unable to follow suit, "
            "and play her in a spade trick where the ace or king lies already."
        )


def _points(rules: Rules) -> str:
    """The costly cards first; the commonest value of a heart last, as that of every (other) heart."""
    hearts = list(cards_of(rules.deck & SUIT_BITS[HEARTS]))
    plain = min(rules.points[card] for card in hearts)
    dear = [card for card in cards_of(rules.penalties) if SUIT[card] != HEARTS or rules.points[card] != plain]
    dear.sort(key=lambda card: -rules.points[card])
    every = "each other heart" if any(SUIT[card] == HEARTS for card in dear) else "each heart"
    costs = [*(f"the {words(card)} {rules.points[card]}" for card in dear), f"{every} {plain}"]
    return f"Penalty points: {', '.join(costs)}; {rules.total} in a hand."


def _moon(rules: Rules) -> str:
    if not rules.moon:
        return "Taking every penalty point of a hand earns nothing special."
    return f"Whoever takes every penalty point of a hand gets none, and each of the others {rules.total}."


def _end(rules: Rules) -> str:
    if rules.target == NEVER:
        return (
            "The game is a single hand." if rules.hands == 1 else f"The game ends after {rules.hands} hands."
        )
    return f"The game ends after the hand in which somebody reaches {rules.target} points."


def _ties(rules: Rules) -> str:
    lowest = "The lowest total wins"
    if rules.tie == SHARED:
        return f"{lowest}; those level in front share first place."
    if rules.tie == RAISE:
        return f"{lowest}; while several share it the target rises by {TARGET_STEP}, until one is in front."
    return f"{lowest}; while several share it another hand is played."


def _list(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
