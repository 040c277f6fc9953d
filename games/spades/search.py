"""Level 3: every choice tried out in many deals that may be true (spec: bots, level 3)."""

from __future__ import annotations

from random import Random

from games.api import Seat, View
from games.spades import estimate
from games.spades.info import SEATS
from games.spades.legality import BIDS
from games.spades.playout import play_out
from games.spades.running import Running
from games.spades.sight import Sight
from games.spades.stakes import stakes
from games.spades.worlds import deal, known
from games.trials import best_of, unlike

NIL_MOST = 4.5
"""A hand that is worth more is not tried as a nil."""
NO_TRICKS = (0,) * SEATS
NO_POINTS = (0,) * 52


def tricks_to_bid(view: View, seat: Seat, budget: int, rng: Random) -> int:
    """The bid, 0 for nil, that does best in about `budget` playouts."""
    facts, match = known(view, seat), stakes(view, seat)

    def value(hands: list[int], tricks: int) -> float:
        bids = _bids_after(view["bids"], seat, tricks, hands)
        hand = Running(hands, bids, NO_TRICKS, view["leader"], broken=False)
        play_out(hand)
        return match.worth(bids, hand.taken)

    return best_of(_bids_to_try(facts.hand, view["bids"]), budget, lambda: deal(facts, rng), value)


def _bids_to_try(hand: int, bids: list[int | None]) -> list[int]:
    """What level 2 would bid, one more and one less; nil unless the hand is far too good for it."""
    plain = estimate.number(hand, bids)
    numbers = [tricks for tricks in (plain, plain - 1, plain + 1) if 1 <= tricks < len(BIDS)]
    return [*numbers, 0] if estimate.tricks(hand) <= NIL_MOST else numbers


def _bids_after(bids: list[int | None], seat: Seat, tricks: int, hands: list[int]) -> list[int]:
    """All bids once this seat bids so many: those still to come are level 2's."""
    made = [*bids[:seat], tricks, *bids[seat + 1 :]]
    for later in range(seat + 1, seat + SEATS):
        other = later % SEATS
        if made[other] is None:
            made[other] = estimate.tricks_to_bid(hands[other], made, made[(other + 2) % SEATS])
    return [bid or 0 for bid in made]


def card_to_play(view: View, sight: Sight, budget: int, rng: Random) -> int:
    """The legal card that does best in about `budget` playouts."""
    facts, match = known(view, sight.seat), stakes(view, sight.seat)
    trick = [1 << card for card in sight.trick]

    def value(hands: list[int], card: int) -> float:
        hand = Running(hands, sight.bids, sight.taken, sight.leader, view["spades_broken"], trick)
        hand.lay(1 << card)
        play_out(hand)
        return match.worth(sight.bids, hand.taken)

    return best_of(distinct(sight), budget, lambda: deal(facts, rng), value)


def distinct(sight: Sight) -> list[int]:
    """The legal cards, equal ones once."""
    return unlike(sight.legal, sight.unseen | sum(1 << card for card in sight.trick), NO_POINTS)
