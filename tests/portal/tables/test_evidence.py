"""What a case file says about a leaving (spec: portal, Review)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.record import parse, play
from ladder.models import Abandonment
from portal.tables import commands as c
from portal.tables import evidence, store
from portal.tables.lifecycle import Due
from portal.tables.models import Event, Outage
from portal.tables.play import now, submit
from tests.ladder.review.cases import reviewer, signed_in, text
from tests.portal.tables.at_tables import act, guest, ok, player, seated, started
from tests.portal.tables.pages import opened
from tests.portal.tables.test_one_path import fall_due

pytestmark = pytest.mark.django_db(transaction=True)


async def case_of(seat: int) -> dict[str, Any]:
    return (await Abandonment.objects.aget(seat=seat)).case_file


def told(case: dict[str, Any]) -> list[str]:
    return [one["what"] for one in case["timeline"]]


async def test_the_timeline_has_the_seats_acts_with_their_clocks(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    for seat in (0, 1, 2, 3):
        await act(table_id, seat)
    await ok(table_id, c.Leave(seat=1, confirm=-1))
    case = await case_of(1)
    assert told(case) == ["begun", "act", "left"]
    begun, passed, left = case["timeline"]
    assert begun["connected"]
    assert passed["act"].startswith("pass ")
    assert begun["at"] <= passed["clock_from"] <= passed["at"] < passed["due_at"]
    assert (left["cause"], left["connected"]) == ("exit", True)
    assert case["had_outage"] is False
    assert case["warnings"] == []


async def test_the_record_ends_at_the_moment_of_leaving(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await act(table_id, 0)
    await ok(table_id, c.Leave(seat=2, confirm=-1))
    record = parse((await case_of(2))["record"])
    assert [e.get("chance", e.get("seat")) for e in record.events] == ["deal", 0]
    assert play(record.engine, record.options, record.seats, record.events).phase == "passing"


async def test_everybody_who_sat_there_is_named_with_what_the_leaving_paid(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people[:3]], scored=True)
    await ok(table_id, c.Leave(seat=2, confirm=-1))
    seats = (await case_of(2))["seats"]
    assert [one["player_id"] for one in seats] == [*(p.pk for p in people[:3]), None]
    assert [one["points"] for one in seats] == [None, None, -1, None]


async def test_an_absence_shows_since_when_and_its_end(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    since = now() - timedelta(seconds=20)
    await ok(table_id, c.Presence(seat=3, absent_since=since))
    await ok(table_id, c.Presence(seat=3, absent_since=None))
    await ok(table_id, c.Presence(seat=3, absent_since=now() - timedelta(seconds=181)))
    expiry = c.Expire(seat=3, kind=Due.ABSENT, turn=0)
    assert (await submit(table_id, expiry)).ok
    case = await case_of(3)
    away = next(one for one in case["timeline"] if one["what"] == "away")
    assert away["since"] == since.isoformat()
    assert sorted(told(case)) == ["away", "away", "back", "begun", "left"]
    left = next(one for one in case["timeline"] if one["what"] == "left")
    assert (left["cause"], left["connected"]) == ("connection", False)
    assert "absent_since" in left


async def test_a_lost_clock_shows_the_warning_and_whether_the_page_confirmed_it(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await evidence.note(table_id, 0, now(), "seen", word="ten-seconds")
    for seat in (0, 1):
        assert (await submit(table_id, await fall_due(table_id, seat, Due.MOVE))).ok
    confirmed, silent = await case_of(0), await case_of(1)
    assert [one["what"] for one in confirmed["warnings"]] == ["ten-seconds"]
    assert confirmed["warnings"][0]["confirmed_at"] is not None
    assert silent["warnings"][0]["confirmed_at"] is None
    assert "seen" in told(confirmed)
    assert "seen" not in told(silent), "another seat's pages are not its evidence"
    left = confirmed["timeline"][-1]
    assert (left["cause"], left["at"]) == ("time", left["due_at"])


async def test_still_there_shows_that_it_was_asked_and_answered(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await act(table_id, 0)
    await ok(table_id, c.Ask(seat=0))
    await evidence.note(table_id, 0, now(), "seen", word="still-there")
    await ok(table_id, c.Here(seat=0))
    await evidence.note(table_id, 0, now(), "here")
    await ok(table_id, c.Ask(seat=0))
    assert (await submit(table_id, await fall_due(table_id, 0, Due.IDLE))).ok
    case = await case_of(0)
    asked = [one["confirmed_at"] is not None for one in case["warnings"] if one["what"] == "still-there"]
    assert asked == [True, False]
    assert [what for what in told(case) if what in ("asked", "here")] == ["asked", "here", "asked"]


async def test_an_outage_during_the_game_is_in_the_evidence(people: list[Any]) -> None:
    """LVR-02."""
    table_id = await started([player(p) for p in people], scored=True)
    hour = timedelta(hours=1)
    await Outage.objects.acreate(
        kind="web", began_at=now() - 2 * hour, shifted_until=now() - hour, is_over=True
    )
    during = await Outage.objects.acreate(
        kind="clock", began_at=now() - timedelta(seconds=9), shifted_until=now(), is_over=True
    )
    await ok(table_id, c.Leave(seat=1, confirm=-1))
    case = await case_of(1)
    assert case["had_outage"] is True
    outages = [one for one in case["timeline"] if one["what"] == "outage"]
    assert len(outages) == 1, "the one before the game is not its business"
    assert outages[0]["kind"] == during.kind


async def test_pages_leave_no_trace_in_test_games_or_before_the_start(people: list[Any]) -> None:
    four = [player(p) for p in people]
    for table_id in (await seated(four, scored=True), await started([guest("Guest 1"), *four[:1]])):
        await evidence.note(table_id, 0, now(), "seen", word="ten-seconds")
        assert not await Event.objects.filter(table_id=table_id, data__code="seen").aexists()


async def test_a_note_does_not_touch_the_version(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    before = await store.version_of(table_id)
    await evidence.note(table_id, 0, now(), "seen", word="ten-seconds")
    assert await store.version_of(table_id) == before
    await act(table_id, 0)


async def test_what_a_page_says_that_it_showed_is_kept_in_measure(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True, public=True)
    code = (await store.load(table_id)).setup.code
    async with await opened(code, user=people[0]) as page, await opened(code) as stranger:
        answers = [await page.ask("seen", what="ten-seconds") for _ in range(8)]
        assert (await stranger.ask("seen", what="ten-seconds"))["code"] == "not-seated"
    assert {a.get("code") for a in answers if not a["ok"]} == {"too-fast"}
    kept = [e.seat async for e in Event.objects.filter(table_id=table_id, data__code="seen")]
    assert kept == [0] * len([a for a in answers if a["ok"]])
    assert 1 <= len(kept) < 8


async def test_the_desk_and_the_player_can_read_the_case_of_a_real_table(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    for seat in (0, 1, 2, 3):
        await act(table_id, seat)
    await ok(table_id, c.Presence(seat=1, absent_since=now() - timedelta(seconds=16)))
    await ok(table_id, c.Leave(seat=1, confirm=-1))
    case = await Abandonment.objects.aget()

    def read() -> tuple[str, str]:
        desk = signed_in(reviewer()).get(f"/review/{case.pk}/")
        own = signed_in(people[1]).get(f"/abandonments/{case.pk}/")
        return text(desk), text(own)

    for page in await sync_to_async(read)():
        assert "Move clock starts: 0:30 from here." in page
        assert "Act: pass " in page
        assert "The last connection is lost, since " in page
        assert "Leaves: left by Exit. No connection since " in page
        assert "still running" in page
