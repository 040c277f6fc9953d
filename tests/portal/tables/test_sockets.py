"""Sockets: bad frames, several tabs, strangers, spectators, chat (SEC-02, SEC-03, CON-01, CON-02, TMR-04)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal.tables import commands as c
from portal.tables import lobby, play, store
from portal.tables.models import ChatLine, Lease, Table
from portal.tables.presence import leases, sweep_leases
from tests.portal.tables.at_tables import another_process, code_of, ok, player, seated, started
from tests.portal.tables.pages import opened

pytestmark = pytest.mark.django_db(transaction=True)


BAD = [
    ("", "bad-frame"),
    ("not json", "bad-frame"),
    ("null", "bad-frame"),
    ("[1]", "bad-frame"),
    ("42", "bad-frame"),
    ("1e999", "bad-frame"),
    ('"act"', "bad-frame"),
    ("{}", "unknown-type"),
    ('{"type": 42}', "unknown-type"),
    ('{"type": "nope"}', "unknown-type"),
    ('{"type": ["act"]}', "unknown-type"),
    ('{"type": "act"}', "bad-frame"),
    ('{"type": "act", "turn": "1", "act": "play 2C"}', "bad-frame"),
    ('{"type": "act", "turn": 1.5, "act": "play 2C"}', "bad-frame"),
    ('{"type": "act", "turn": true, "act": "play 2C"}', "bad-frame"),
    ('{"type": "act", "turn": -1, "act": "play 2C"}', "bad-frame"),
    ('{"type": "act", "turn": 99999999999999999999, "act": "play 2C"}', "bad-frame"),
    ('{"type": "act", "turn": 1, "act": ["play"]}', "bad-frame"),
    ('{"type": "act", "turn": 1, "act": ""}', "bad-frame"),
    ('{"type": "nonce", "hand": 1, "nonce": "zz"}', "bad-frame"),
    ('{"type": "leave", "confirm": 7}', "bad-frame"),
    ('{"type": "sit", "seat": 99}', "bad-frame"),
    ('{"type": "chat"}', "bad-frame"),
    ('{"type": "chat", "text": "\\u0000\\u202e"}', "bad-frame"),
    ('{"type": "seen", "what": "nothing"}', "bad-frame"),
    ('{"type": "undo-answer", "agree": "yes"}', "bad-frame"),
    ('{"type": "act", "turn": 1, "act": "' + "x" * 1_000_000 + '"}', "too-big"),
    ("[" * 15_000, "bad-frame"),
    ('{"type": "ping", "version": ' + "9" * 5_000 + "}", "bad-frame"),
]


@pytest.mark.usefixtures("unhurried")
async def test_whatever_is_sent_gets_a_coded_answer_and_nobody_else_notices(people: list[Any]) -> None:
    """SEC-03."""
    table_id = await started([player(p) for p in people], scored=True)
    code = await code_of(table_id)
    async with await opened(code, user=people[0]) as page, await opened(code, user=people[1]) as other:
        await page.fresh()
        await other.fresh()
        before = await store.load(table_id, fresh=True)
        for text, expected in BAD:
            page_answer = await page.answer_to(text)
            assert (page_answer["ok"], page_answer["code"]) == (False, expected), text[:80]
            assert page_answer["message"].endswith(".")
        assert (await page.answer_to(data=b"\x00\xff"))["code"] == "bad-frame"
        assert await other.is_quiet()
        assert await store.load(table_id, fresh=True) == before
        assert (await page.act())["ok"], "the socket lives"
        await other.shows(before.version + 1)


async def test_an_id_is_echoed_also_where_the_frame_is_refused(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        for sent in ({"type": "nope", "id": 5}, {"type": "act", "id": 6}, {"type": "undo", "id": 7}):
            answer = await page.answer_to(json.dumps(sent))
            assert (answer["id"], answer["ok"]) == (sent["id"], False)
        assert (await page.answer_to('{"type": "nope", "id": "x"}'))["id"] is None


async def test_too_many_frames_are_refused_each_with_its_answer(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        for _ in range(80):
            await page.raw('{"type": "here", "id": 1}')
        answers = [await page.until(lambda f: f["type"] == "answer") for _ in range(80)]
        codes = [a.get("code", "") for a in answers]
        assert "too-fast" in codes
        assert codes[:30] == [""] * 30


async def test_refusals_of_the_game_come_with_their_code(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        doc = await page.fresh()
        foreign = next(x for x in (await store.load(table_id)).engine.view(
            (await store.load(table_id)).state, 1)["hand"])  # fmt: skip
        own = doc["game"]["hand"]
        assert (await page.act(f"pass {foreign} {own[0]} {own[1]}"))["code"] == "not-in-hand"
        stale = await page.ask("act", turn=doc["you"]["turn"] + 1, act="pass 2C 3C 4C")
        assert stale["code"] == "stale"
        assert (await page.until(lambda f: f["type"] == "table"))["doc"]["you"]["turn"] == doc["you"]["turn"]
        assert (await page.ask("undo"))["code"] == "test-only"
        assert (await page.ask("hint"))["code"] == "test-only"
        assert (await page.ask("start"))["code"] == "not-now"
        assert (await page.ask("leave", confirm=1))["code"] == "cost-changed"
        assert (await page.ask("leave"))["code"] == "cost-changed"


async def test_somebody_of_another_table_has_no_turn_here(people: list[Any]) -> None:
    here = await started([player(p) for p in people[:2]], scored=True, public=True)
    there = await started([player(people[2])], scored=False)
    async with await opened(await code_of(here), user=people[2]) as page:
        assert page.doc["you"] is None
        for kind, fields in (("act", {"turn": 1, "act": "play 2C"}), ("chat", {"text": "hi"}), ("start", {}),
                             ("leave", {"confirm": -1}), ("hint", {}), ("here", {})):  # fmt: skip
            assert (await page.ask(kind, **fields))["code"] == "not-seated"
    assert (await store.load(there, fresh=True)).seats[0].is_human


async def test_stamps_of_a_browser_mean_nothing(people: list[Any]) -> None:
    """TMR-04."""
    table_id = await started([player(p) for p in people], scored=True)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        doc = await page.fresh()
        legal = doc["game"]["legal"]
        text = " ".join((legal["verb"], *legal["of"][:3]))
        before = (await store.load(table_id)).deadlines
        await page.ok(
            "act", turn=doc["you"]["turn"], act=text, at="2099-01-01T00:00:46Z", stamp=1e12, ms_left=1
        )
        after = (await store.load(table_id)).deadlines
        assert {k: after[k] for k in after if k[0]} == {k: before[k] for k in before if k[0]}


async def test_two_tabs_of_one_player_show_the_same_and_both_play(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    code = await code_of(table_id)
    async with await opened(code, user=people[0]) as one, await opened(code, user=people[0]) as two:
        first = await one.act()
        doc = await two.shows(first["version"])
        assert doc["game"] == (await one.shows(first["version"]))["game"]
        again = await two.ok(
            "act", turn=doc["you"]["turn"], act="pass " + " ".join(doc["game"]["pass"]["mine"])
        )
        assert again["version"] == first["version"]
        back = await two.ok("act", turn=doc["you"]["turn"], act="take-back")
        assert (await one.shows(back["version"]))["game"]["pass"]["mine"] is None


async def lapse(table_id: int) -> int:
    """Time goes by until every lease that nobody renews has ended."""
    later = play.now() + leases_length() * 2
    leases().stop()  # one in passing would end them sooner
    await leases().renew()
    await Lease.objects.filter(key__in=list(leases()._open)).aupdate(expires_at=later + leases_length())
    return await sweep_leases(later)


def leases_length() -> Any:
    from portal.tables.presence import _length

    return _length()


async def is_away(table_id: int, seat: int) -> bool:
    return (await store.load(table_id, fresh=True)).seats[seat].absent_since is not None


async def test_a_player_is_there_while_any_tab_is_open(people: list[Any]) -> None:
    """CON-01."""
    table_id = await seated([player(p) for p in people], scored=True)
    await ok(table_id, c.Start(seat=0))
    code = await code_of(table_id)
    async with await opened(code, user=people[0]) as one:
        async with await opened(code, user=people[0]):
            assert await Lease.objects.filter(table_id=table_id, seat=0).acount() == 2
        await lapse(table_id)
        assert not await is_away(table_id, 0)
        assert await one.fresh()
    await lapse(table_id)
    assert await is_away(table_id, 0)
    assert await lapse(table_id) == 0, "once"
    async with await opened(code, user=people[0]) as again:
        assert not await is_away(table_id, 0)
        assert again.doc["seats"][0]["connected"]


async def test_a_process_that_died_leaves_leases_that_end(people: list[Any]) -> None:
    table_id = await started([player(p) for p in people], scored=True)
    await Lease.objects.acreate(
        key="x" * 32, table_id=table_id, seat=3, node="dead:1", expires_at=play.now(), input_at=play.now()
    )
    await sweep_leases(play.now())
    assert await is_away(table_id, 3)
    assert not await Lease.objects.filter(seat=3).aexists()


async def test_private_tables_are_for_their_players(people: list[Any]) -> None:
    table_id = await seated([player(people[0])], scored=True)
    code = await code_of(table_id)
    async with await opened(code, user=people[1]) as stranger, await opened(code, user=people[0]) as host:
        assert stranger.doc["table"]["status"] == "open"
        await host.ok("start")
        bye = await stranger.until(lambda f: f["type"] == "bye")
        assert bye["code"] == "private"
        await stranger.until(lambda f: f["type"] == "closed")
    async with await opened(code, user=people[1]) as stranger:
        assert stranger.frames[0]["code"] == "private"
        assert not [f for f in stranger.frames if f["type"] == "table"]


async def test_a_stranger_who_missed_the_start_gets_nothing_on_request(people: list[Any]) -> None:
    """The message was lost: asking again must not show a private table."""
    table_id = await seated([player(people[0])], scored=True)
    async with await opened(await code_of(table_id), user=people[1]) as stranger:
        change_unheard = await store.load(table_id, fresh=True)
        from portal.tables.decide import decide

        change = decide(change_unheard, c.Start(seat=0), play.now(), bytes(32))
        assert await store.commit(change_unheard, change)  # type: ignore[arg-type]
        await stranger.raw('{"type": "snapshot", "id": 1}')
        assert (await stranger.until(lambda f: f["type"] in ("bye", "table")))["code"] == "private"


async def test_a_ping_tells_of_what_was_missed(people: list[Any]) -> None:
    from portal.tables.decide import decide

    table_id = await seated([player(people[0])], scored=False)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        await page.fresh()
        table = await store.load(table_id, fresh=True)
        change = decide(table, c.Fill(seat=0, into=1), play.now(), bytes(32))
        assert await store.commit(table, change)  # type: ignore[arg-type]
        store.remember(table)
        store._cache[table_id] = table  # this process has not heard of it
        pong = await page.ask("ping", version=table.version)
        assert pong["version"] == table.version + 1
        assert (await page.fresh())["seats"][1]["kind"] == "computer"


async def test_spectators_see_no_hands_and_the_seated_cannot_watch(people: list[Any]) -> None:
    table_id = await started([player(people[0]), player(people[1])], scored=True, public=True)
    code = await code_of(table_id)
    async with await opened(code, user=people[2]) as watcher, await opened(code, user=people[0]) as page:
        assert (watcher.doc["you"], watcher.doc["game"]["hand"], watcher.doc["game"]["legal"]) == (
            None,
            [],
            None,
        )
        assert page.doc["you"]["seat"] == 0
        await page.ok("leave", confirm=-1)
        left = await page.until(lambda f: f["type"] == "table" and f["doc"]["you"] is None, seen=True)
        assert left["doc"]["game"]["hand"] == [], "a leaver watches as anybody may"
        assert (await page.ask("act", turn=1, act="play 2C"))["code"] == "not-seated"
        assert (await page.ask("sit"))["code"] == "not-now"


async def test_chat_is_literal_and_limited(people: list[Any]) -> None:
    """SEC-02."""
    table_id = await started([player(p) for p in people], scored=True)
    code = await code_of(table_id)
    async with await opened(code, user=people[0]) as page, await opened(code, user=people[1]) as other:
        await page.ok("chat", text="<b onmouseover=x>q</b> \u202ehttps://example.org\u0007 \U0001f0a1")
        line = (await other.until(lambda f: f["type"] == "chat" and f["lines"]))["lines"][0]
        assert line["text"] == "<b onmouseover=x>q</b> https://example.org \U0001f0a1"
        assert (line["seat"], line["name"], line["user"]) == (0, "Anna", f"u{people[0].pk}")
        assert (await page.ask("chat", text="x" * 201))["code"] == "bad-frame"
        await page.ok("chat", text="x" * 200)
        codes = [(await page.ask("chat", text="again")).get("code", "") for _ in range(6)]
        assert "too-fast" in codes
        async with await opened(code, user=people[2]) as late:
            shown = (await late.until(lambda f: f["type"] == "chat", seen=True))["lines"]
            assert [x["id"] for x in shown] == sorted(x["id"] for x in shown)
            assert shown[0]["text"] == line["text"]


async def test_hints_are_the_askers_alone(people: list[Any]) -> None:
    table_id = await started([player(people[0]), player(people[1])], scored=False)
    code = await code_of(table_id)
    async with await opened(code, user=people[0]) as page, await opened(code, user=people[1]) as other:
        await page.fresh()
        await other.fresh()
        await page.ok("hint")
        hint = next(f for f in page.frames if f["type"] == "hint")
        assert hint["text"]
        assert await other.is_quiet()
        assert (await page.ask("act", turn=page.doc["you"]["turn"], act=hint["act"]))["ok"]
        assert (await page.ask("hint"))["code"] == "not-your-turn"


async def test_a_guest_comes_back_by_session_or_by_code_and_name(people: list[Any]) -> None:
    table_id = await started([player(people[0]), c.Player(user_id=None, guest_key="old", name="Guest 7")])
    code = await code_of(table_id)
    async with await opened(code, guest="Guest 7") as too_early:
        assert too_early.frames[0]["type"] == "bye", "that guest is connected"
    await ok(table_id, c.Presence(seat=1, absent_since=play.now()))
    async with await opened(code, guest="guest 7") as other_name:
        assert other_name.frames[0]["type"] == "bye", "the very same name"
    async with await opened(code, guest="Guest 7") as page:
        assert page.doc["you"]["seat"] == 1
        assert len(page.doc["game"]["hand"]) == 13
    async with await opened(code, guest="Guest 7") as page:
        assert page.doc["you"]["seat"] == 1, "by session"


async def test_two_tabs_take_a_seat_back_from_its_stand_in(people: list[Any]) -> None:
    table_id = await started([player(people[0]), player(people[1])], scored=False)
    await ok(table_id, c.Presence(seat=1, absent_since=play.now() - leases_length() * 20))
    await ok(table_id, c.Replace(seat=0, absent=1))
    code = await code_of(table_id)
    async with await opened(code, user=people[1]) as one, await opened(code, user=people[1]) as two:
        assert one.doc["you"]["seat"] == two.doc["you"]["seat"] == 1


async def test_a_table_that_is_deleted_says_so_on_every_open_socket(people: list[Any]) -> None:
    for kind, fields in (("ping", {"version": 1}), ("chat", {"text": "hello"}), ("snapshot", {}), ("hint", {}),
                         ("act", {"turn": 1, "act": "play 2C"})):  # fmt: skip
        table_id = await started([player(people[0])], scored=False)
        async with await opened(await code_of(table_id), user=people[0]) as page:
            await page.fresh()
            known = await store.load(table_id)
            from portal.tables.database import pool

            async with (await pool()).connection() as conn:
                await conn.execute(store._DELETE, {"id": table_id})
            store.remember(known)  # this process has not heard of it
            answer = await page.ask(kind, **fields)
            assert answer["code"] == "gone", kind
            await page.until(lambda f: f["type"] == "bye")
            await page.until(lambda f: f["type"] == "closed")
    assert not await ChatLine.objects.aexists()


def _is_closed(frame: dict[str, Any]) -> bool:
    return frame["type"] == "table" and frame["doc"]["table"]["status"] == "closed"


async def test_whoever_leaves_last_sees_the_table_close(people: list[Any]) -> None:
    table_id = await started([player(people[0])], scored=False)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        await page.ok("leave", confirm=None)
        await page.until(lambda f: f["type"] == "bye" or _is_closed(f), seen=True)
    assert not await Table.objects.filter(pk=table_id).aexists()


async def test_an_answer_to_still_there(people: list[Any]) -> None:
    """The clock's process asks; whatever the player sends to this one is an answer."""
    table_id = await started([player(p) for p in people], scored=True, move_time_s=300)
    async with await opened(await code_of(table_id), user=people[0]) as page:
        for kind, fields in (("here", {}), ("chat", {"text": "yes"}), ("continue", {"hand": 9})):
            if 0 in (await store.load(table_id, fresh=True)).due():
                await page.act()
            async with another_process():
                asked = await ok(table_id, c.Ask(seat=0))
            assert (await page.shows(asked.version))["you"]["still_there_ms"] > 0
            await page.ask(kind, **fields)
            assert (await store.load(table_id, fresh=True)).seats[0].asked_at is None, kind


async def test_no_table_of_that_code() -> None:
    async with await opened("ZZZZZ") as page:
        assert [f["type"] for f in page.frames] == ["bye"]
        assert (await page.until(lambda f: f["type"] == "closed"))["type"] == "closed"


async def test_a_code_in_any_spelling(people: list[Any]) -> None:
    """ROM-02."""
    table_id = await seated([player(people[0])], scored=False)
    code = await code_of(table_id)
    assert await lobby.table_by_code(f" {code[:2].lower()}-{code[2:].lower()} ") == table_id
