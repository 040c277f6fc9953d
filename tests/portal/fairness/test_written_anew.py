"""An implementation written from the documentation alone agrees with the portal's."""

from __future__ import annotations

from random import Random

from games import chance
from games.api import Chance
from games.cards import NAMES
from tests.portal.fairness import written_anew

DEALS = 1_000
TABLES = [((13,) * 4, ()), ((17,) * 3, ("2C",)), ((10,) * 5, ("2C", "2D")), ((8,) * 4, "23456")]


def random_case(number: int) -> tuple[tuple[str, ...], tuple[int, ...], bytes, dict[int, str], str]:
    """A deck and its hands, seed, nonces of some seats, context."""
    rng = Random(number)
    sizes, without = rng.choice(TABLES)
    deck = tuple(card for card in NAMES if card not in without and card[0] not in without)
    seats = rng.sample(range(len(sizes)), rng.randint(0, len(sizes)))
    nonces = {seat: rng.randbytes(rng.randint(16, 32)).hex() for seat in seats}
    return deck, sizes, rng.randbytes(32), nonces, f"{rng.choice(['12', 'K7MX2', 'Tisch Ü'])}/{number}/3"


def test_it_agrees_on_a_thousand_deals() -> None:
    for number in range(DEALS):
        deck, sizes, seed, nonces, context = random_case(number)
        assert sum(sizes) == len(deck)
        step = Chance(kind="deal", items=deck, parts=sizes)
        ours = step.event(chance.order(deck, seed, nonces, context))["hands"]
        assert [" ".join(h) for h in written_anew.deal(deck, sizes, seed, nonces, context)] == ours


def test_it_agrees_on_dice() -> None:
    for number in range(DEALS):
        _, _, seed, nonces, context = random_case(number)
        for bound, count in ((2, 1), (6, 4), (3_000_000_000, 3)):
            ours = chance.pick(bound, seed, nonces, context, count)
            assert written_anew.numbers(bound, count, seed, nonces, context) == ours


def test_it_agrees_on_seats_by_lot() -> None:
    for number in range(DEALS):
        _, sizes, seed, nonces, context = random_case(number)
        ours = chance.order(range(len(sizes)), seed, nonces, context)
        assert written_anew.seats(len(sizes), seed, nonces, context) == ours
