"""Seats and colours drawn by lot, on a real database: who sits where, what is kept, and that anybody can check it."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from games.chance import order
from games.record import BadRecord, parse
from games.verify import Verdict, findings
from ladder.models import Played
from portal.tables import commands as c
from portal.tables import lobby, store
from portal.tables.lifecycle import Due, Status
from portal.tables.models import Deadline, Seat
from portal.tables.snapshot import Snapshot
from tests.portal.tables.at_tables import deal, ok, play_on, player, seated

pytestmark = pytest.mark.django_db(transaction=True)


def is_over(table: Snapshot) -> bool:
    return table.status is Status.OVER


async def drawn(people: list[Any], **wish: Any) -> int:
    """A scored game of these people whose seats have been drawn; the first deal is done where there is one."""
    table_id = await seated([player(one) for one in people], scored=True, by_lot=True, **wish)
    await ok(table_id, c.Start(seat=0))
    await deal(table_id)
    await deal(table_id)
    return table_id


async def record_of(table_id: int) -> dict[str, Any]:
    return json.loads(json.dumps((await Played.objects.aget(table_ref=str(table_id))).record))


async def test_the_drawn_seats_stand_in_the_database_and_the_game_goes_on_in_them(people: list[Any]) -> None:
    for _ in range(8):  # one lot in 24 leaves everybody where they sat, which would show nothing
        table_id = await drawn(people)
        drawn_seats = (await store.load(table_id, fresh=True)).deals_seen[0]["order"]
        if drawn_seats != [0, 1, 2, 3]:
            break
    rows = [one async for one in Seat.objects.filter(table=table_id).order_by("seat")]
    assert [row.user_id for row in rows] == [people[n].pk for n in drawn_seats] != [one.pk for one in people]
    await play_on(table_id, is_over)
    played = await Played.objects.aget(table_ref=str(table_id))
    seats = {seat.seat: seat.player_id async for seat in played.seats.all()}
    assert seats == dict(enumerate(row.user_id for row in rows))


async def test_the_record_holds_the_lot_and_verify_says_which_part_was_changed(people: list[Any]) -> None:
    table_id = await drawn(people)
    await play_on(table_id, is_over)
    record = await record_of(table_id)
    assert [found.sentence for found in findings(parse(record))] == [
        "Seats: the lot matches: the seed fits its commitment and gives these very seats.",
        "Hand 1: the deal matches: the seed fits its commitment and gives these very cards.",
    ]
    lot = record["fairness"][0]
    seed, seats = lot["seed"], lot["order"]
    for part, value, verdict in (
        ("seed", f"{int(seed[0], 16) ^ 1:x}{seed[1:]}", Verdict.SEED_DIFFERS),
        ("nonces", nonces_of_another_order(lot), Verdict.ORDER_DIFFERS),
        ("order", [seats[1], seats[0], *seats[2:]], Verdict.ORDER_DIFFERS),
        ("order", [], Verdict.ORDER_DIFFERS),
        ("seed", None, Verdict.NOT_REVEALED),
    ):
        changed = deepcopy(record)
        changed["fairness"][0][part] = value
        assert next(findings(parse(changed))).verdict is verdict, part
    for wrong in ([0, 1, 2], [0, 0, 1, 2], "0123", [0, 1, 2, None]):
        changed = deepcopy(record)
        changed["fairness"][0]["order"] = wrong
        with pytest.raises(BadRecord, match='"order" names each of the 4 seats once'):
            list(findings(parse(changed)))


def nonces_of_another_order(lot: dict[str, Any]) -> dict[str, str]:
    """The lot's nonces with another for seat 1; one nonce in 24 would give the very same order of four seats."""
    seed = bytes.fromhex(lot["seed"])
    for number in range(256):
        nonces = {**lot["nonces"], "1": f"{number:032x}"}
        if order(range(4), seed, {int(one): nonces[one] for one in nonces}, lot["context"]) != lot["order"]:
            return nonces
    raise AssertionError("256 nonces gave one order.")


async def test_colours_of_chess_are_drawn_and_the_clock_runs_only_then(people: list[Any]) -> None:
    wish = {"game": "chess", "seats": 2, "options": {}, "scored": True, "by_lot": True}
    table_id = await seated([player(one) for one in people[:2]], **wish)
    table = await ok(table_id, c.Start(seat=0))
    assert not table.due()
    assert not await Deadline.objects.filter(table=table_id, kind=Due.MOVE).aexists()
    await deal(table_id)
    table = await store.load(table_id, fresh=True)
    assert table.due() == {0}, "White moves"
    assert await Deadline.objects.filter(table=table_id, seat=0, kind=Due.MOVE).aexists()
    seats = table.deals_seen[0]["order"]
    assert [seat.user_id for seat in table.seats] == [people[n].pk for n in seats]
    for seat, move in ((0, "f2f3"), (1, "e7e5"), (0, "g2g4"), (1, "d8h4")):
        table = await store.load(table_id)
        await ok(table_id, c.Act(seat=seat, turn=table.seats[seat].turn, act=f"move {move}"))
    record = await record_of(table_id)
    assert [found.verdict for found in findings(parse(record))] == [Verdict.MATCHES]
    assert not any("chance" in event for event in record["events"]), "the record's events hold no lot"


@pytest.mark.parametrize("seat", [0, 1])
async def test_the_host_of_a_chess_table_may_choose_the_colour(people: list[Any], seat: int) -> None:
    wish = lobby.Wish(game="chess", seats=2, options={}, scored=True, move_time_s=30, own_seat=seat)
    table_id, _ = await lobby.make_table(wish, player(people[0]))
    await ok(table_id, c.Sit(player=player(people[1])))
    table = await ok(table_id, c.Start(seat=seat))
    assert [one.user_id for one in table.seats][seat] == people[0].pk
    assert table.due() == {0}
    assert table.deals_seen == ()
