"""Level 3: deals the unseen cards out many times, plays each deal on, and takes what does best (spec: bots)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from games.api import Seat, View
from games.black_lady import cautious
from games.black_lady.legality import passable
from games.black_lady.play import with_moon
from games.black_lady.playout import play_out
from games.black_lady.presets import TWO_OF_CLUBS
from games.black_lady.rules import PASSED, Rules
from games.black_lady.worlds import Known, known
from games.cards import bits, cards_of
from games.trials import best_of, unlike

PASS_AMONG = 7
"""Three of so many cards are passed: those that level 2 would be without most gladly."""
THREATS_MEANT = 0.5
"""So often whoever alone has points is taken to want them all."""
POINTS_BESIDE_PLACES = 0.25
"""What the points of a hand that ends the game weigh beside the places."""

Plan = tuple[int, bool]
"""A card to play, and whether all that follows goes after every point."""


def card_to_play(view: View, seat: Seat, rules: Rules, budget: int, rng: Random) -> int:
    """The card whose plan does best."""
    seen, worth = known(view, seat, rules), Worth(view, seat, rules)
    legal = bits(act.removeprefix("play ") for act in view["legal"]["acts"])
    cards = cards_to_try(seen, rules, legal)
    may_shoot = rules.moon and seen.points[seat] == sum(seen.points)
    plans = [(card, shoots) for shoots in (False, True)[: 1 + may_shoot] for card in cards]
    threat = _threat(rules, seen)

    def deal() -> tuple[list[int], Seat | None]:
        """Hands, and who of the others goes after every point."""
        return seen.deal(rng), threat if rng.random() < THREATS_MEANT else None

    def value(dealt: tuple[list[int], Seat | None], plan: Plan) -> float:
        hands, shooter = dealt
        return worth(play_out(rules, seen, hands, plan[:1], seat if plan[1] else shooter))

    return cards[0] if len(cards) == 1 else best_of(plans, budget, deal, value)[0]


def cards_to_pass(view: View, seat: Seat, rules: Rules, budget: int, rng: Random) -> tuple[int, ...]:
    """The three cards that it does best without, where the others pass by the caution rules."""
    seen, worth = known(view, seat, rules), Worth(view, seat, rules)
    points = {card: cost for card, cost in enumerate(rules.points) if cost}
    of = list(cards_of(passable(rules, seen.own)))
    choices = list(combinations(cautious.by_danger(of, seen.own, points)[:PASS_AMONG], PASSED))
    givers = [rules.giver(view["hand_number"], one) for one in range(rules.seats)]

    def deal() -> tuple[list[int], list[int]]:
        """Hands, and what is passed of them."""
        hands = seen.deal(rng)
        chosen = [
            cautious.cards_to_pass(list(cards_of(passable(rules, hand))), hand, points) for hand in hands
        ]
        return hands, [sum(1 << card for card in cards) for cards in chosen]

    def value(dealt: tuple[list[int], list[int]], choice: tuple[int, ...]) -> float:
        hands, passed = dealt
        passed[seat] = sum(1 << card for card in choice)
        held = [hand & ~passed[one] | passed[givers[one]] for one, hand in enumerate(hands)]
        leader = view["leader"]
        if leader is None:
            leader = next(one for one, hand in enumerate(held) if hand >> TWO_OF_CLUBS & 1)
        return worth(play_out(rules, replace(seen, leader=leader), held, (), None))

    return best_of(choices, budget, deal, value)


class Worth:
    """What the points of a hand are worth to a seat: from about −1 to 1, and 0 where all get the same.

    Own points count against what the others get; in a hand that may end the game, places count first.
    """

    def __init__(self, view: View, seat: Seat, rules: Rules) -> None:
        self.rules, self.seat, self.totals = rules, seat, tuple(view["totals"])
        self.is_last = view["hand_number"] >= rules.hands

    def __call__(self, taken: tuple[int, ...]) -> float:
        rules = self.rules
        points = with_moon(rules, taken)
        own = points[self.seat]
        value = ((sum(points) - own) / (rules.seats - 1) - own) / rules.total
        after = [old + new for old, new in zip(self.totals, points, strict=True)]
        if self.is_last or max(after) >= rules.target:
            return _place(after, self.seat) + POINTS_BESIDE_PLACES * value
        return value


def _place(totals: Sequence[int], seat: Seat) -> int:
    """What a seat gets for its place by these final totals (spec: portal, Points)."""
    own, low, high = totals[seat], min(totals), max(totals)
    if own == low:
        return 1 if totals.count(low) == 1 else 0
    return -1 if own == high else 0


def cards_to_try(seen: Known, rules: Rules, legal: int) -> list[int]:
    """The legal cards, equal ones once."""
    others = rules.deck & ~seen.played & ~seen.own | sum(1 << card for card in seen.trick)
    return unlike(legal, others, rules.points)


def _threat(rules: Rules, seen: Known) -> Seat | None:
    """Another seat with a good part of the points, where nobody else has any."""
    most = max(seen.points)
    seat = seen.points.index(most)
    alone = most == sum(seen.points) and 4 * most > rules.total
    return seat if rules.moon and alone and seat != seen.seat else None
