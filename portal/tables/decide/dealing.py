"""Shuffles and lots: committed to, added to by the players' browsers, then drawn (docs/fair-deals.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import chance
from portal.tables.decide.draft import Draft
from portal.tables.lifecycle import Status
from portal.tables.snapshot import Dealing, Snapshot

LOT = 0
"""The "hand" before the first one: who sits where, drawn by lot (spec: chess; portal, Fair chance)."""


def hands_completed(table: Snapshot) -> int:
    return len(table.engine.completed_hands(table.state)) if table.state is not None else 0


def show_all_deals(draft: Draft) -> None:
    """At the end of a game a shuffle that was committed to but not dealt stays listed."""
    dealing = draft.table.dealing
    if dealing:
        seen = {**fairness_of(dealing), "dealt": False}
        draft.update(dealing=None, deals_seen=(*draft.table.deals_seen, seen))


def fairness_of(dealing: Dealing) -> dict[str, Any]:
    """The fairness part of a record for one hand, or for the lot."""
    return {
        "hand": dealing.hand,
        "commitment": dealing.commitment,
        "seed": dealing.seed.hex(),
        "context": dealing.context,
        "nonces": {str(seat): nonce for seat, nonce in sorted(dealing.nonces.items())},
    }


def is_revealed(table: Snapshot, deal: Mapping[str, Any]) -> bool:
    """Whether everybody may know this seed: its hand is over, or the whole game (spec: portal, Fair chance)."""
    return table.status in (Status.OVER, Status.CLOSED) or deal["hand"] <= hands_completed(table)


def commit_to(draft: Draft, hand: int) -> None:
    """Draws the seed of the shuffle for `hand`, so that its commitment stands before anybody adds to it."""
    table = draft.table
    if LOT < hand <= len(table.dealt):
        return  # a test game that deals the same cards again
    seed = draft.random_bytes()
    context = chance.context_of(str(table.setup.id), table.game_number, hand)
    draft.update(dealing=Dealing(hand=hand, seed=seed, commitment=chance.commitment(seed), context=context))


def deal(draft: Draft) -> bool:
    """Deals if a deal is due and need not wait for browsers any longer. True where it did."""
    table = draft.table
    if table.dealing and table.dealing.hand == LOT:
        return _draw_seats(draft, table.dealing)
    step = table.engine.chance(table.state) if table.status is Status.RUNNING and not table.window else None
    if step is None:
        return False
    hand = hands_completed(table) + 1
    if hand <= len(table.dealt):
        event: Any = table.dealt[hand - 1]
        draft.update(state=table.engine.resolve(table.state, event))
        draft.chance(event, None)
        return True
    if table.dealing is None:
        commit_to(draft, hand)
    dealing = draft.table.dealing
    assert dealing is not None
    if _waits_for_browsers(table, dealing):
        return False
    event = step.event(chance.order(step.items, dealing.seed, dealing.nonces, dealing.context))
    fairness = fairness_of(dealing)
    draft.chance(event, fairness)
    draft.begun = draft.begun or (table.setup.scored and hand == 1)
    draft.update(
        state=table.engine.resolve(table.state, event),
        dealing=None,
        deals_seen=(*table.deals_seen, fairness),
        dealt=table.dealt if table.setup.scored else (*table.dealt, event),
    )
    return True


def _waits_for_browsers(table: Snapshot, dealing: Dealing) -> bool:
    """Whether browsers that are there may still add to it; at the start also those that are about to come."""
    asked = table.humans() if dealing.hand <= 1 else table.present()
    return not dealing.waited and not asked <= dealing.nonces.keys()


def _draw_seats(draft: Draft, lot: Dealing) -> bool:
    """Seat n goes to whoever sat at the n-th place of the lot's order; then the game goes on."""
    table = draft.table
    if _waits_for_browsers(table, lot):
        return False
    order = chance.order(range(len(table.seats)), lot.seed, lot.nonces, lot.context)
    seats = tuple(table.seats[before] for before in order)
    draft.update(
        seats=seats,
        host=None if table.host is None else order.index(table.host),
        stand_ins={order.index(before): who for before, who in table.stand_ins.items()},
        dealing=None,
        deals_seen=(*table.deals_seen, {**fairness_of(lot), "order": order}),
    )
    draft.fresh_turns = True
    names = table.engine.info.seat_names or [f"seat {n}" for n in range(1, len(seats) + 1)]
    drawn = ", ".join(f"{name}: {seat.name}" for name, seat in zip(names, seats, strict=True))
    draft.note("lot", f"Drawn by lot: {drawn}.")
    return True
