"""Checking the deals of a record against its `fairness` part: the seed, the nonces, the order.

`fairness` is a list of `{"hand", "commitment", "seed", "nonces", "context"}`; a seed not yet revealed is
null; `"dealt": false` marks a shuffle that was committed to but never dealt; hand 0 is the lot that seats were drawn
by, with the `order` that it gave. spec: portal, Fair chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.api import Chance, Event, IllegalAct, Json
from games.chance import SEED_BYTES, commitment, is_nonce, order
from games.record import BadRecord, Record, apply
from games.wording import shown

LOT = 0
"""The entry before the first hand: who sits where, drawn by lot."""


class Verdict(StrEnum):
    MATCHES = "matches"
    SEED_DIFFERS = "seed-differs"
    ORDER_DIFFERS = "order-differs"
    CONTEXT_DIFFERS = "context-differs"
    NOT_DEALT = "not-dealt"
    NOT_REVEALED = "not-revealed"
    MISSING = "missing"


SENTENCES: Mapping[Verdict, str] = {
    Verdict.MATCHES: "the deal matches: the seed fits its commitment and gives these very cards.",
    Verdict.SEED_DIFFERS: "the commitment does not fit: it is not the SHA-256 of the revealed seed.",
    Verdict.ORDER_DIFFERS: "the order does not fit: seed, nonces and context give other cards.",
    Verdict.CONTEXT_DIFFERS: "the context does not fit: it names another hand, game or table than this one.",
    Verdict.NOT_DEALT: "committed to, but the game ended before it was dealt; the seed fits its commitment.",
    Verdict.NOT_REVEALED: "the seed has not been revealed yet, so there is nothing to compare.",
    Verdict.MISSING: "the record has no fairness entry for this hand.",
}


OF_THE_LOT: Mapping[Verdict, str] = {
    **SENTENCES,
    Verdict.MATCHES: "the lot matches: the seed fits its commitment and gives these very seats.",
    Verdict.ORDER_DIFFERS: "the order does not fit: seed, nonces and context give other seats.",
    Verdict.NOT_DEALT: "committed to, but the game ended before it was drawn; the seed fits its commitment.",
}


WRONG = (Verdict.SEED_DIFFERS, Verdict.ORDER_DIFFERS, Verdict.CONTEXT_DIFFERS)
"""Contradictions; the other verdicts but a match only leave something open."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What was found of one hand (from 1), or of the lot (0)."""

    hand: int
    verdict: Verdict

    @property
    def sentence(self) -> str:
        if self.hand == LOT:
            return f"Seats: {OF_THE_LOT[self.verdict]}"
        return f"Hand {self.hand}: {SENTENCES[self.verdict]}"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One hand's fairness entry, its form checked."""

    commitment: str
    seed: bytes | None
    nonces: Mapping[int, str]
    context: str
    dealt: bool
    order: tuple[int, ...]
    """Of the lot: seat n went to whoever sat at place order[n]; empty for a hand."""


def findings(record: Record) -> Iterator[Finding]:
    """A finding for the lot of the seats, for each chance event of the record, and for a shuffle after the last one
    that was never dealt.

    Raises BadRecord where there is nothing to check by.
    """
    if "fairness" not in record.extras:
        raise BadRecord('The record has no "fairness" part, so its deals cannot be checked.')
    entries = read_entries(record.extras["fairness"], record.seats)
    table, hand = _table_of(record, entries), 0
    if lot := entries.pop(LOT, None):
        yield Finding(hand=LOT, verdict=_of_the_lot(lot, record.seats, f"{table}/{LOT}"))
    for chance, event in _chances(record):
        hand += 1
        entry = entries.pop(hand, None)
        found = verdict(entry, chance, event)
        if found is Verdict.MATCHES and entry and entry.context != f"{table}/{hand}":
            found = Verdict.CONTEXT_DIFFERS
        yield Finding(hand=hand, verdict=found)
    if (undealt := entries.get(hand + 1)) and not undealt.dealt:
        yield Finding(hand=hand + 1, verdict=_undealt(entries.pop(hand + 1)))
    if entries:
        raise BadRecord(f'"fairness" tells of hand {min(entries)}, but the record has {hand} hands.')


def _table_of(record: Record, entries: Mapping[int, Entry]) -> str:
    """Table and number of the game, with which every context of the record begins.

    They are fixed before the browsers add to a shuffle: whoever could choose the context afterwards could choose
    the deal. A record without them is at least held to one beginning for all of its hands.
    """
    table = record.extras.get("table")
    if isinstance(table, dict) and "ref" in table and "game" in table:
        return f"{table['ref']}/{table['game']}"
    first = entries.get(LOT, entries.get(1))
    return first.context.rpartition("/")[0] if first else ""


def _of_the_lot(lot: Entry, seats: int, context: str) -> Verdict:
    if not lot.dealt or lot.seed is None:
        return _undealt(lot)
    if commitment(lot.seed) != lot.commitment:
        return Verdict.SEED_DIFFERS
    if tuple(order(range(seats), lot.seed, lot.nonces, lot.context)) != lot.order:
        return Verdict.ORDER_DIFFERS
    return Verdict.MATCHES if lot.context == context else Verdict.CONTEXT_DIFFERS


def _undealt(entry: Entry) -> Verdict:
    if entry.seed is None:
        return Verdict.NOT_REVEALED
    return Verdict.NOT_DEALT if commitment(entry.seed) == entry.commitment else Verdict.SEED_DIFFERS


def check_fairness(record: Record) -> None:
    """Raises BadRecord where a record has a fairness part and a deal contradicts it."""
    for finding in findings(record) if "fairness" in record.extras else ():
        if finding.verdict in WRONG:
            raise BadRecord(f'"fairness": {finding.sentence}')


def verdict(entry: Entry | None, chance: Chance, event: Event) -> Verdict:
    """Whether the event is what the entry gives, and if not which part is wrong."""
    if entry is None:
        return Verdict.MISSING
    if entry.seed is None:
        return Verdict.NOT_REVEALED
    if commitment(entry.seed) != entry.commitment:
        return Verdict.SEED_DIFFERS
    derived = chance.event(order(chance.items, entry.seed, entry.nonces, entry.context))
    return Verdict.MATCHES if same_deal(derived, event) else Verdict.ORDER_DIFFERS


def same_deal(derived: Event, event: Event) -> bool:
    """Whether two events give every seat the same cards, however each hand is sorted."""
    ours, theirs = ([set(hand.split()) for hand in each["hands"]] for each in (derived, event))
    return ours == theirs


def read_entries(fairness: Json, seats: int) -> dict[int, Entry]:
    """The entries by hand. Raises BadRecord where they are malformed."""
    if not isinstance(fairness, list):
        raise BadRecord(f'"fairness" is a list with an entry for each hand, not {shown(fairness)}.')
    entries: dict[int, Entry] = {}
    for raw in fairness:
        if not isinstance(raw, dict) or type(raw.get("hand")) is not int:
            raise BadRecord(f'A fairness entry is an object with the number of its "hand", not {shown(raw)}.')
        if raw["hand"] in entries:
            raise BadRecord(f'"fairness" has two entries for hand {raw["hand"]}.')
        entries[raw["hand"]] = _entry(raw, seats)
    return entries


def _entry(raw: Mapping[str, Json], seats: int) -> Entry:
    where = f"fairness of hand {shown(raw['hand'])}"
    texts = {key: raw.get(key) for key in ("commitment", "context")}
    for key, value in texts.items():
        if not isinstance(value, str) or not value.isascii():
            raise BadRecord(f'{where}: "{key}" is a plain text, not {shown(value)}.')
    if not isinstance(raw.get("dealt", True), bool):
        raise BadRecord(f'{where}: "dealt" is true or false, not {shown(raw["dealt"])}.')
    return Entry(
        dealt=raw.get("dealt", True),
        commitment=str(texts["commitment"]),
        seed=_seed(raw.get("seed"), where),
        nonces=_nonces(raw.get("nonces"), seats, where),
        context=str(texts["context"]),
        order=_places(raw.get("order", []), seats, where),
    )


def _places(value: Json, seats: int, where: str) -> tuple[int, ...]:
    places = tuple(value) if isinstance(value, list) else None
    if places == () or (
        places is not None
        and all(type(place) is int for place in places)
        and sorted(places) == list(range(seats))
    ):
        return places
    raise BadRecord(f'{where}: "order" names each of the {seats} seats once, not {shown(value)}.')


def _seed(value: Json, where: str) -> bytes | None:
    if value is None:
        return None
    digits = set("0123456789abcdef")
    if not isinstance(value, str) or len(value) != 2 * SEED_BYTES or not set(value) <= digits:
        raise BadRecord(f'{where}: "seed" is {2 * SEED_BYTES} hex digits, not {shown(value)}.')
    return bytes.fromhex(value)


def _nonces(value: Json, seats: int, where: str) -> dict[int, str]:
    if not isinstance(value, dict):
        raise BadRecord(f'{where}: "nonces" is an object of seats, not {shown(value)}.')
    names = {str(seat): seat for seat in range(seats)}
    for name, nonce in value.items():
        if name not in names or not isinstance(nonce, str) or not is_nonce(nonce):
            raise BadRecord(
                f"{where}: seat {shown(name)} with nonce {shown(nonce)} is not a seat with hex digits."
            )
    return {names[name]: nonce for name, nonce in value.items()}


def _chances(record: Record) -> Iterator[tuple[Chance, Event]]:
    engine = record.engine
    state: Any = engine.new(record.options, record.seats)
    for number, event in enumerate(record.events):
        chance = engine.chance(state)
        try:
            state = apply(engine, state, event)
        except IllegalAct as error:
            raise BadRecord(f"event {number}: {error.rule}: {error.sentence}") from error
        if chance is not None:
            yield chance, event
