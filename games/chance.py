"""Fair chance: an order of cards, or numbers, from a secret seed and the players' own randomness.

Pure functions: whoever knows the seed, the nonces and the context derives the same order again. The algorithm
is told in full, with test vectors, in `docs/fair-deals.md`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from games.api import Seat

SEED_BYTES = 32
ORDER_TAG = b"game-portal/order/1"
PICK_TAG = b"game-portal/pick/1"
_WORDS = 1 << 32
_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,32}", re.ASCII)
_Item = TypeVar("_Item")


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed as 64 hex digits: shown before the seed is used."""
    return hashlib.sha256(_checked_seed(seed)).hexdigest()


def context_of(table: str, game_number: int, hand_number: int) -> str:
    """The context of a deal: which hand of which game at which table it is for."""
    return f"{table}/{game_number}/{hand_number}"


def order(items: Sequence[_Item], seed: bytes, nonces: Mapping[Seat, str], context: str) -> list[_Item]:
    """A uniformly random order of `items`. Raises ValueError for a seed or nonce of the wrong form."""
    words, shuffled = _stream(_key(ORDER_TAG, seed, nonces, context)), list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(last + 1, words)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def pick(
    below: int, seed: bytes, nonces: Mapping[Seat, str], context: str, count: int = 1
) -> tuple[int, ...]:
    """`count` independent numbers from 0 to `below` − 1: dice, colours, seats by lot."""
    if not 0 < below <= _WORDS:
        raise ValueError(f"Numbers are drawn below 1 to {_WORDS}, not {below}.")
    words = _stream(_key(PICK_TAG, seed, nonces, context))
    return tuple(_below(below, words) for _ in range(count))


def is_nonce(text: str) -> bool:
    """Whether this is 16 to 32 bytes in lower-case hex."""
    return bool(_NONCE.fullmatch(text))


def _key(tag: bytes, seed: bytes, nonces: Mapping[Seat, str], context: str) -> bytes:
    """SHA-256 over tag, seed, context and nonces in seat order, each behind its length."""
    fields = [tag, _checked_seed(seed), context.encode()]
    for seat in sorted(nonces):
        if not is_nonce(nonces[seat]):
            raise ValueError(f"The nonce of seat {seat} is not 16 to 32 bytes in lower-case hex.")
        fields += [seat.to_bytes(4, "big"), bytes.fromhex(nonces[seat])]
    return hashlib.sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()


def _stream(key: bytes) -> Iterator[int]:
    """Words of 32 bits: HMAC-SHA-256 of a counter, eight words a block."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """The next number below `bound`; words that would favour the small numbers are thrown away."""
    limit = _WORDS - _WORDS % bound
    return next(word for word in words if word < limit) % bound


def _checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
