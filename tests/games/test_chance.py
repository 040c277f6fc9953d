"""Fair chance: as documented, unbiased, and different wherever anything differs."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from games.cards import NAMES
from games.chance import commitment, context_of, order, pick

PAGE = Path(__file__).parents[2] / "docs" / "fair-deals.md"
SEED = bytes(range(32))


def vectors() -> list[dict[str, Any]]:
    found = re.search(r"```json test-vectors\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    parsed: list[dict[str, Any]] = json.loads(found[1])
    return parsed


def words_as_documented(tag: str, vector: dict[str, Any]) -> Any:
    """The words of docs/fair-deals.md, written from that page."""

    def field(content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + content

    text = (
        field(tag.encode()) + field(bytes.fromhex(vector["seed"])) + field(vector["context"].encode("utf-8"))
    )
    for seat, nonce in sorted(vector["nonces"].items(), key=lambda pair: int(pair[0])):
        text += field(int(seat).to_bytes(4, "big")) + field(bytes.fromhex(nonce))
    key = hashlib.sha256(text).digest()
    for number in count():
        block = hmac.new(key, number.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))


@pytest.mark.parametrize("vector", vectors())
def test_the_documented_vectors(vector: dict[str, Any]) -> None:
    seed, nonces = (
        bytes.fromhex(vector["seed"]),
        {int(seat): nonce for seat, nonce in vector["nonces"].items()},
    )
    derived = order(NAMES, seed, nonces, vector["context"])
    assert commitment(seed) == vector["commitment"]
    assert " ".join(derived[:8]) == vector["first"]
    assert hashlib.sha256(" ".join(derived).encode()).hexdigest() == vector["sha256"]
    assert list(pick(6, seed, nonces, vector["context"], 10)) == vector["dice"]
    assert order(range(4), seed, nonces, vector["context"]) == vector["seats"]


@pytest.mark.parametrize("vector", vectors())
def test_the_page_alone_is_enough_to_derive_them(vector: dict[str, Any]) -> None:
    def below(bound: int, words: Any) -> int:
        limit = 2**32 - 2**32 % bound
        word: int = next(words)
        while word >= limit:
            word = next(words)
        return word % bound

    cards, words = list(NAMES), words_as_documented("game-portal/order/1", vector)
    for last in range(51, 0, -1):
        other = below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    assert hashlib.sha256(" ".join(cards).encode()).hexdigest() == vector["sha256"]
    words = words_as_documented("game-portal/pick/1", vector)
    assert [below(6, words) for _ in range(10)] == vector["dice"]


def test_an_order_holds_every_item_once() -> None:
    derived = order(NAMES, SEED, {}, "a/1/1")
    assert sorted(derived) == sorted(NAMES)
    assert derived != list(NAMES)
    assert order([], SEED, {}, "a/1/1") == []


def test_anything_that_differs_gives_another_order() -> None:
    nonce, other = "00" * 16, "01" * 16
    cases = [
        (SEED, {}, "a/1/1"),
        (SEED[::-1], {}, "a/1/1"),
        (SEED, {}, "a/1/2"),
        (SEED, {0: nonce}, "a/1/1"),
        (SEED, {1: nonce}, "a/1/1"),
        (SEED, {0: other}, "a/1/1"),
        (SEED, {0: nonce, 1: other}, "a/1/1"),
        (SEED, {0: other, 1: nonce}, "a/1/1"),
        (SEED, {0: "00" * 17}, "a/1/1"),
    ]
    assert len({tuple(order(NAMES, *case)) for case in cases}) == len(cases)


def test_the_order_in_which_nonces_come_does_not_matter() -> None:
    one, two = "00" * 16, "ff" * 32
    assert order(NAMES, SEED, {0: one, 3: two}, "x") == order(NAMES, SEED, {3: two, 0: one}, "x")


@pytest.mark.parametrize("nonce", ["", "00", "0" * 31, "0" * 33, "00" * 33, "zz" * 16, "AA" * 16, "٠" * 32])
def test_nonces_of_the_wrong_form_are_refused(nonce: str) -> None:
    with pytest.raises(ValueError, match="nonce of seat 2"):
        order(NAMES, SEED, {2: nonce}, "x")


def test_a_seed_has_32_bytes_and_numbers_have_a_bound() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    for below in (0, -1, 2**32 + 1):
        with pytest.raises(ValueError, match="drawn below"):
            pick(below, SEED, {}, "x")
    assert pick(1, SEED, {}, "x", 3) == (0, 0, 0)


def test_a_context_names_table_game_and_hand() -> None:
    assert context_of("K7MX2", 2, 13) == "K7MX2/2/13"


def chi_square(shuffles: int) -> float:
    """Deviation of 'which card comes where' from uniform, in standard deviations of chi-square (2601 df)."""
    seen = [[0] * 52 for _ in range(52)]
    for number in range(shuffles):
        seed = hashlib.sha256(f"chi-square {number}".encode()).digest()
        for place, card in enumerate(order(range(52), seed, {}, "")):
            seen[place][card] += 1
    expected, freedom = shuffles / 52, 51 * 51
    statistic = sum((cell - expected) ** 2 / expected for row in seen for cell in row)
    return (statistic - freedom) / sqrt(2 * freedom)


def test_every_card_comes_everywhere_as_often() -> None:
    assert abs(chi_square(4_000)) < 4


@pytest.mark.slow
def test_every_card_comes_everywhere_as_often_in_100_000_shuffles() -> None:
    assert abs(chi_square(100_000)) < 4


def test_a_biased_shuffle_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.chance._below", lambda bound, words: next(words) % 64 % bound)
    assert chi_square(4_000) > 10


def test_dice_are_even() -> None:
    rolls = pick(6, SEED, {}, "dice", 60_000)
    expected = 10_000
    assert sum((rolls.count(face) - expected) ** 2 / expected for face in range(6)) < 20.5  # p = 0.001, 5 df
