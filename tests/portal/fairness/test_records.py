"""The record of a scored game: downloads, replays to the same result, and every deal of it can be checked."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command
from django.test import Client

from ladder.models import Abandonment, Played
from portal.tables.snapshot import Snapshot
from tests.portal.fairness.games import left_at, played_out

pytestmark = pytest.mark.django_db(transaction=True)


def in_the_second_hand(table: Snapshot) -> bool:
    return len(table.deals_seen) == 2 and bool(table.state.hand.tricks)


async def downloaded(played: Played, folder: Path) -> Path:
    address = f"/games/{played.table_ref}-{played.game_number}.json"
    response = await sync_to_async(Client().get)(address)
    file = folder / "record.json"
    file.write_bytes(response.content)
    return file


def said(command: str, file: Path, *options: str) -> list[str]:
    out = StringIO()
    call_command(command, str(file), *options, stdout=out)
    return out.getvalue().splitlines()


async def test_a_whole_game_replays_to_its_result_and_every_deal_matches(
    people: list[Any], tmp_path: Path
) -> None:
    played = await played_out(people, hands=2)
    file = await downloaded(played, tmp_path)
    *hands, last = map(json.loads, said("replay", file, "--json"))
    assert [hand["points"] for hand in hands] == [hand["points"] for hand in played.hands]
    places = {seat.seat: (seat.place, seat.points) async for seat in played.seats.all()}
    assert dict(enumerate(zip(last["places"], last["result"], strict=True))) == places
    assert said("verify", file)[-1] == "All 2 deals match."
    fairness = played.record["fairness"]
    assert [part["context"] for part in fairness] == [f"{played.table_ref}/1/1", f"{played.table_ref}/1/2"]
    assert [set(part["nonces"]) for part in fairness] == [{"0", "1", "2", "3"}] * 2


async def test_a_shuffle_that_was_never_dealt_stays_listed(people: list[Any], tmp_path: Path) -> None:
    played = await left_at(people, lambda table: table.window is not None, hands=3)
    file = await downloaded(played, tmp_path)
    assert said("replay", file)[-1].endswith("The game is not over.")
    lines = said("verify", file)
    assert "Hand 1: the deal matches" in lines[0]
    assert "Hand 2: committed to, but the game ended before it was dealt" in lines[1]
    assert lines[2] == "All 1 deals match."


async def test_a_hand_that_was_broken_off_stays_listed(people: list[Any], tmp_path: Path) -> None:
    file = await downloaded(await left_at(people, in_the_second_hand, hands=3), tmp_path)
    assert said("verify", file)[-1] == "All 2 deals match."


async def test_a_case_file_of_a_game_that_goes_on_keeps_the_running_hands_secret(people: list[Any]) -> None:
    played = await left_at(people, in_the_second_hand, hands=3)
    first = await Abandonment.objects.order_by("id").afirst()
    assert first is not None
    kept = first.case_file["record"]["fairness"]
    assert [part["seed"] is None for part in kept] == [False, True]
    assert played.record["fairness"][1]["seed"] is not None


async def test_one_changed_byte_is_told_by_its_part(people: list[Any], tmp_path: Path) -> None:
    played = await played_out(people)
    for part, change, words in (
        ("seed", lambda hex_: hex_[:-2] + f"{int(hex_[-2:], 16) ^ 1:02x}", "the commitment does not fit"),
        ("commitment", lambda hex_: hex_[:-1] + ("0" if hex_[-1] != "0" else "1"), "the commitment does not"),
        ("nonces", lambda nonces: {**nonces, "2": "ff" * 16}, "the order does not fit"),
        ("nonces", lambda nonces: {"0": nonces["0"]}, "the order does not fit"),
        ("context", lambda context: context + "1", "the order does not fit"),
    ):
        record = json.loads(json.dumps(played.record))
        record["fairness"][0][part] = change(record["fairness"][0][part])
        assert words in wrong(record, tmp_path)
    record = json.loads(json.dumps(played.record))
    deal = record["events"][0]
    mine, theirs = (hand.split() for hand in deal["hands"][:2])
    deal["hands"][:2] = [" ".join([theirs[0], *mine[1:]]), " ".join([mine[0], *theirs[1:]])]
    record["events"] = [deal]
    assert "the order does not fit" in wrong(record, tmp_path)


async def test_a_shuffle_of_another_table_does_not_pass(people: list[Any], tmp_path: Path) -> None:
    """A whole record's shuffles may all fit and yet be somebody else's: the context says for whom they were."""
    played = await played_out(people)
    record = {**played.record, "table": {"ref": "another", "game": 1}}
    assert "the context does not fit" in wrong(record, tmp_path)


def wrong(record: dict[str, Any], folder: Path) -> str:
    """What `verify` prints of a record that does not match."""
    file, out = folder / "changed.json", StringIO()
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="0 of 1 deals match"):
        call_command("verify", str(file), stdout=out)
    return out.getvalue()
