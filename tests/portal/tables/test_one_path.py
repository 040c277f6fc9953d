"""The one path on Postgres: of things that happen at once exactly one happens (TMR-01, ACC-02, ROM-01, INF-01)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from ladder.models import Abandonment, Entry, Played
from portal.tables import commands as c
from portal.tables import play, store
from portal.tables.decide import decide
from portal.tables.lifecycle import Due, Status
from portal.tables.models import Event, Table
from portal.tables.play import now, submit
from portal.tables.snapshot import Change
from tests.portal.tables.at_tables import (
    act,
    fall_due,
    first_act,
    guest,
    ok,
    play_on,
    player,
    seated,
    started,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("commands_race")]


async def entries() -> list[tuple[int, int]]:
    return [(e.seat, e.points) async for e in Entry.objects.order_by("id")]


async def forget_all() -> None:
    def gone() -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE tables_table, ladder_entry, ladder_abandonment, ladder_played CASCADE")

    await sync_to_async(gone)()
    store.forget()


@pytest.mark.slow
async def test_move_and_expiry_started_together_exclude_each_other(people: list[Any]) -> None:
    """TMR-01, both orders, 200 times."""
    kept = {"move": 0, "expiry": 0}
    four = [player(p) for p in people]
    for run in range(200):
        if run % 25 == 0:
            await forget_all()
        table_id = await started(four, scored=True)
        table = await store.load(table_id)
        seat = run % 4
        sent = c.Act(seat=seat, turn=table.seats[seat].turn, act=first_act(table, seat))
        expiry = await fall_due(table_id, seat, Due.MOVE)
        both = [submit(table_id, sent, four[seat]), submit(table_id, expiry)]
        if run % 2:
            both.reverse()
        answers = await asyncio.gather(*both)
        moved, expired = answers if run % 2 == 0 else answers[::-1]
        assert moved.ok != expired.ok
        kept["move" if moved.ok else "expiry"] += 1
        left = await Abandonment.objects.filter(table_ref=str(table_id)).acount()
        paid = [e.points async for e in Entry.objects.filter(table_ref=str(table_id))]
        acts = await Event.objects.filter(table_id=table_id, kind="act").acount()
        after = await store.load(table_id, fresh=True)
        if moved.ok:
            assert (expired.code, left, paid, acts) == ("gone", 0, [], 1)
            assert after.seats[seat].is_human
        else:
            assert (left, paid, acts) == (1, [-1], 0)
            assert moved.code in ("stale", "not-seated")
            assert after.seats[seat].left == "time"
    assert all(kept.values()), kept


async def test_the_same_play_by_two_tabs_counts_once(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    table = await store.load(table_id)
    sent = c.Act(seat=0, turn=table.seats[0].turn, act=first_act(table, 0))
    answers = await asyncio.gather(*(submit(table_id, sent, player(people[0])) for _ in range(5)))
    assert {(a.ok, a.version) for a in answers} == {(True, table.version + 1)}
    assert await Event.objects.filter(table_id=table_id, kind="act").acount() == 1


async def test_four_passes_in_one_moment(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    table = await store.load(table_id)
    sent = [c.Act(seat=s, turn=table.seats[s].turn, act=first_act(table, s)) for s in range(4)]
    answers = await asyncio.gather(*(submit(table_id, one) for one in sent))
    assert all(a.ok for a in answers)
    assert sorted(a.version for a in answers) == [table.version + n for n in (1, 2, 3, 4)]
    assert (await store.load(table_id, fresh=True)).state.phase == "playing"


async def test_a_snapshot_from_postgres_is_the_one_in_memory(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True, options=TWO_HANDS, public=True)
    for _ in range(70):
        table = await store.load(table_id)
        assert await store.load(table_id, fresh=True) == table
        if table.window:
            break
        await act(table_id, min(table.due()))


TWO_HANDS = {"rule_set": "portal", "length": {"hands": 2}}


@pytest.mark.slow
async def test_two_who_take_the_last_seat(people: list[Any]) -> None:
    """ROM-01."""
    for run in range(100):
        table_id = await seated([player(people[0]), player(people[1])], scored=False)
        await ok(table_id, c.Sit(player=guest("Third")))
        two = [player(people[2]), player(people[3])]
        answers = await asyncio.gather(*(submit(table_id, c.Sit(player=one, seat=None)) for one in two))
        assert sorted((a.ok, a.code) for a in answers) == [(False, "table-full"), (True, "")], run
        table = await store.load(table_id, fresh=True)
        seated_now = [s.user_id for s in table.seats if s.user_id]
        assert len(seated_now) == 3
        assert len(set(seated_now)) == 3


async def test_a_settled_game_stays_settled(people: list[Any]) -> None:
    """ACC-02: after a loss by time, five more moves, leaving, another expiry and a restart change nothing."""
    table_id = await started([player(p) for p in people], scored=True)
    table = await store.load(table_id)
    expiry = await fall_due(table_id, 0, Due.MOVE)
    assert (await submit(table_id, expiry)).ok
    again = [c.Act(seat=0, turn=table.seats[0].turn + n, act=first_act(table, 0)) for n in range(5)]
    for sent in (*again, c.Leave(seat=0, confirm=-1), c.Restart(seat=0)):
        assert not (await submit(table_id, sent, player(people[0]))).ok
    assert (await submit(table_id, expiry)).code == "gone"
    assert await entries() == [(0, -1)]
    end = await play_on(table_id, lambda t: t.status is Status.OVER)
    assert end.result is not None
    assert end.result["points"][0] is None
    assert sorted(seat for seat, _ in await entries()) == [0, 1, 2, 3]
    assert await Played.objects.acount() == 1
    assert await Abandonment.objects.acount() == 1


async def test_pages_are_told_after_the_commit(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """INF-01: whoever is told reads the new version; where nothing was committed nobody is told."""
    table_id = await started([player(p) for p in people], scored=True)
    told: list[tuple[int, int]] = []

    async def publish(before: Any, change: Change) -> None:
        there = await Table.objects.aget(pk=table_id)
        told.append((change.after.version, there.version))

    monkeypatch.setattr(play, "publish", publish)
    await act(table_id, 0)
    assert told == [(told[0][0],) * 2]
    assert not (await submit(table_id, c.Start(seat=0))).ok
    table = await store.load(table_id)
    change = decide(table, c.Leave(seat=1, confirm=-1), now(), bytes(32))
    assert isinstance(change, Change)
    await act(table_id, 2)  # somebody is faster
    assert not await store.commit(table, change)
    assert len(told) == 2
    assert await entries() == []


async def test_a_rollback_leaves_nothing_and_tells_nobody(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from portal.tables import settlement

    table_id = await started([player(p) for p in people], scored=True)
    version = (await store.load(table_id)).version
    told: list[Any] = []

    async def publish(before: Any, change: Change) -> None:
        told.append(change)

    def fails(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(play, "publish", publish)
    with monkeypatch.context() as broken:
        broken.setattr(settlement.ledger, "leaving", fails)
        with pytest.raises(ZeroDivisionError):
            await submit(table_id, c.Leave(seat=1, confirm=-1))
    after = await store.load(table_id, fresh=True)
    assert (after.version, after.seats[1].is_human, told) == (version, True, [])
    assert await entries() == []
    assert (await submit(table_id, c.Leave(seat=1, confirm=-1))).ok
    assert await entries() == [(1, -1)]


async def test_a_deadlock_goes_again(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from psycopg.errors import DeadlockDetected

    from portal.tables import settlement

    table_id = await started([player(p) for p in people], scored=True)
    real, tries = settlement.settle, []

    async def settle(*given: Any) -> None:
        tries.append(1)
        await real(*given)
        if len(tries) < 3:
            raise DeadlockDetected

    monkeypatch.setattr(settlement, "settle", settle)
    assert (await submit(table_id, c.Leave(seat=1, confirm=-1))).ok
    assert len(tries) == 3
    assert await entries() == [(1, -1)]


@pytest.mark.parametrize(("code", "goes_again"), [("40P01", True), ("23514", False)])
async def test_postgres_refuses_the_ledgers_statement(
    people: list[Any], monkeypatch: pytest.MonkeyPatch, code: str, goes_again: bool
) -> None:
    """It leaves in one go with the COMMIT: nothing of the change stays; only a deadlock is tried again."""
    from psycopg.errors import CheckViolation

    from portal.tables import settlement

    table_id = await started([player(p) for p in people], scored=True)
    version = (await store.load(table_id)).version
    real, tries = settlement.ledger.leaving, []

    def leaving(left: Any) -> Any:
        tries.append(1)
        refused = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$"
        return (refused,) if len(tries) < 3 else real(left)

    monkeypatch.setattr(settlement.ledger, "leaving", leaving)
    if not goes_again:
        with pytest.raises(CheckViolation):
            await submit(table_id, c.Leave(seat=1, confirm=-1))
        assert (await store.load(table_id, fresh=True)).version == version
        tries += [1, 1]
    assert (await submit(table_id, c.Leave(seat=1, confirm=-1))).ok
    assert await entries() == [(1, -1)]


async def test_ten_games_with_the_same_people_end_at_once(people: list[Any]) -> None:
    """Their postings share rows: each is paid, none twice."""
    four = [player(p) for p in people]
    ids = [await started(four, scored=True) for _ in range(10)]
    await asyncio.gather(
        *(submit(i, c.Leave(seat=s, confirm=-1), four[s]) for i in ids for s in (0, 1, 2, 3))
    )
    assert sorted(await entries()) == sorted([(seat, -1) for seat in range(4)] * 10)
    assert await Abandonment.objects.acount() == 40
    assert not await Table.objects.exclude(status="closed").aexists()


async def test_a_leaver_can_do_nothing_with_the_seat(people: list[Any]) -> None:
    """LVR-01: the computer has the seat; the leaver's points stand whatever it wins."""
    table_id = await started([player(p) for p in people], scored=True)
    leaver = player(people[2])
    assert (await submit(table_id, c.Leave(seat=2, confirm=-1), leaver)).ok
    table = await store.load(table_id)
    assert table.seat_of(leaver.user_id, "") is None
    for command in (
        c.Act(seat=2, turn=table.seats[2].turn, act=first_act(table, 2)),
        c.Leave(seat=2, confirm=-1),
        c.Continue(seat=2, hand=1),
        c.Rematch(seat=2),
    ):
        refused = await submit(table_id, command, leaver)
        assert (refused.ok, refused.code) == (False, "not-seated")
    assert (await submit(table_id, c.Sit(player=leaver))).code == "not-now"
    await play_on(table_id, lambda t: t.status is Status.OVER)
    assert (await entries())[0] == (2, -1)
    assert len(await entries()) == 4


async def test_the_public_name_of_a_game_is_not_its_room_code(people: list[Any]) -> None:
    from django.urls import reverse

    from portal.tables.views_of import document

    table_id = await started([player(p) for p in people], scored=True)
    table = await play_on(table_id, lambda t: t.status is Status.OVER)
    played = await Played.objects.aget()
    assert table.setup.code not in played.table_ref
    link = document(table, 0, now())["result"]["game_page"]
    assert link == reverse("ladder:game", args=[played.table_ref, played.game_number])


async def test_an_act_that_comes_again_much_later_is_answered_as_accepted(people: list[Any]) -> None:
    """Another tab was behind, or the answer was lost: the very same act did count, so it is not called stale."""
    table_id = await started([player(p) for p in people], scored=True)
    table = await play_on(table_id, lambda table: all(seat.turn >= 3 for seat in table.seats))
    sent = await Event.objects.filter(table=table_id, kind="act", seat__isnull=False).order_by("id").afirst()
    assert sent is not None
    assert sent.seat is not None
    again = c.Act(seat=sent.seat, turn=sent.data["turn"], act=sent.data["event"]["act"])
    outcome = await submit(table_id, again)
    assert (outcome.ok, outcome.version) == (True, sent.version)
    other = await submit(table_id, c.Act(seat=again.seat, turn=again.turn, act=f"{again.act} 2C"))
    assert (other.ok, other.code) == (False, "stale")
    assert (await store.load(table_id, fresh=True)).version == table.version
