"""Unseen cards dealt out within what is known of them, and the choice that does best."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK, HEARTS, SPADES, SUIT_BITS, cards_of
from games.trials import best_of, deal_out


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(0, 12))
def test_every_deal_is_one_that_may_lie_so(seed: int, seats: int, gone: int) -> None:
    """Hands are dealt and some of the cards that a seat does not hold are known: that always has an answer."""
    rng = Random(seed)
    cards = list(cards_of(DECK))
    rng.shuffle(cards)
    del cards[52 - gone :]
    room = [len(cards) // seats] * seats
    truth = [sum(1 << card for card in cards[seat * room[0] : (seat + 1) * room[0]]) for seat in range(seats)]
    loose = sum(truth)
    never = [
        sum(1 << c for c in cards_of(DECK & ~hand) if rng.random() < rng.choice((0.1, 0.9))) for hand in truth
    ]
    hands = deal_out(loose, room, never, rng)
    assert [hand.bit_count() for hand in hands] == room
    assert sum(hands) == loose
    assert not any(hand & bits for hand, bits in zip(hands, never, strict=True))


def test_what_cannot_lie_so_is_said() -> None:
    with pytest.raises(ValueError, match="cannot lie that way"):
        deal_out(SUIT_BITS[HEARTS], [6, 7], [SUIT_BITS[HEARTS], 0], Random(1))


def test_a_seat_without_a_suit_gets_none_of_it_and_the_rest_is_random() -> None:
    loose = SUIT_BITS[HEARTS] | SUIT_BITS[SPADES]
    dealt = [deal_out(loose, [13, 13], [SUIT_BITS[HEARTS], 0], Random(n)) for n in range(5)]
    assert all(hands == [SUIT_BITS[SPADES], SUIT_BITS[HEARTS]] for hands in dealt)
    free = {tuple(deal_out(loose, [13, 13], [1, 0], Random(n))) for n in range(5)}
    assert len(free) == 5


def test_the_best_choice_is_found_in_noise_and_the_budget_is_kept() -> None:
    rng, calls = Random(3), 0

    def value(noise: float, choice: int) -> float:
        nonlocal calls
        calls += 1
        return noise + rng.gauss(0, 1) + choice / 4

    assert best_of(range(8), 4_000, lambda: rng.gauss(0, 20), value) == 7
    assert calls <= 4_000
    assert best_of(["only"], 10, lambda: 0.0, value) == "only"
