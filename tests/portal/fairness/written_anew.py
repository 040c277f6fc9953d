"""Fair deals once more, written from docs/fair-deals.md and nothing else: no line of the portal's own code."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def _field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def _key(tag: bytes, seed: bytes, nonces: Mapping[int, str], context: str) -> bytes:
    whole = _field(tag) + _field(seed) + _field(context.encode("utf-8"))
    for seat in sorted(nonces):
        whole += _field(seat.to_bytes(4, "big")) + _field(bytes.fromhex(nonces[seat]))
    return hashlib.sha256(whole).digest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        mac = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(mac), 4):
            yield int.from_bytes(mac[start : start + 4], "big")
        block += 1


def _number_below(bound: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound


def _in_order(items: Sequence[_Item], seed: bytes, nonces: Mapping[int, str], context: str) -> list[_Item]:
    words, drawn = _words(_key(b"game-portal/order/1", seed, nonces, context)), list(items)
    for last in reversed(range(1, len(drawn))):
        other = _number_below(last + 1, words)
        drawn[other], drawn[last] = drawn[last], drawn[other]
    return drawn


def seats(count: int, seed: bytes, nonces: Mapping[int, str], context: str) -> list[int]:
    """For each seat the number of the seat where its player sat before the lot."""
    return _in_order(range(count), seed, nonces, context)


def deal(
    deck: Sequence[str], sizes: Sequence[int], seed: bytes, nonces: Mapping[int, str], context: str
) -> list[list[str]]:
    """The hands by seat, of these sizes."""
    cards, hands = _in_order(deck, seed, nonces, context), []
    for size in sizes:
        hands.append(cards[:size])
        cards = cards[size:]
    return hands


def numbers(
    bound: int, how_many: int, seed: bytes, nonces: Mapping[int, str], context: str
) -> tuple[int, ...]:
    """Single numbers below `bound`."""
    words = _words(_key(b"game-portal/pick/1", seed, nonces, context))
    return tuple(_number_below(bound, words) for _ in range(how_many))
