"""The page of fair deals without JavaScript: what it says, and the portal's own check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.portal.fairness.games import played_out

GOLDEN = Path(__file__).parents[3] / "games" / "black_lady" / "playthroughs"
RECORD = (GOLDEN / "british-3-two-hands.json").read_text()

pytestmark = pytest.mark.django_db(transaction=True)


def posted(**fields: Any) -> tuple[int, str]:
    response = Client().post("/fair-deals/", fields)
    return response.status_code, response.content.decode()


def test_it_needs_no_account_and_tells_both_sides(client: Client) -> None:
    page = client.get("/fair-deals/").content.decode()
    assert "What a match proves" in page
    assert "What it does not prove" in page
    assert "test-vectors" in client.get("/fair-deals/algorithm/").content.decode()


def test_a_pasted_record_is_checked() -> None:
    status, page = posted(record=RECORD)
    assert (status, page.count("the deal matches")) == (200, 2)


def test_an_uploaded_record_is_checked_and_says_which_part_is_wrong() -> None:
    record = json.loads(RECORD)
    record["fairness"][0]["seed"] = "00" * 32
    record["fairness"][1]["nonces"] = {"1": "ab" * 16}
    status, page = posted(file=SimpleUploadedFile("record.json", json.dumps(record).encode()))
    assert status == 200
    assert "Hand 1: the commitment does not fit" in page
    assert "Hand 2: the order does not fit" in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose the file of a record, or paste its text."),
        ({"record": "{"}, "not JSON"),
        ({"record": "[]"}, "one JSON object"),
        ({"record": json.dumps({**json.loads(RECORD), "fairness": None})}, "no &quot;fairness&quot; part"),
        ({"record": " x" * 600_000}, "longer than any record"),
    ],
)
def test_what_is_no_record_gets_a_plain_answer(fields: dict[str, str], words: str) -> None:
    status, page = posted(**fields)
    assert status == 400
    assert words in page


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * 1_000_001])
def test_a_file_of_another_kind_gets_a_plain_answer(content: bytes) -> None:
    status, page = posted(file=SimpleUploadedFile("picture.png", content))
    assert status == 400
    assert "Choose the " in page


async def test_a_finished_game_is_checked_by_its_number(people: list[Any]) -> None:
    played = await played_out(people)
    ref = f"{played.table_ref}-{played.game_number}"
    get = sync_to_async(Client().get)
    for asked in (ref, f"/games/{ref}/", f"https://cards.example/games/{ref}.json"):
        page = (await get("/fair-deals/", {"game": asked})).content.decode()
        assert "Hand 1: the deal matches" in page
        assert played.record["fairness"][0]["seed"] in page
    assert f"/fair-deals/?game={ref}#result" in (await get(f"/games/{ref}/")).content.decode()


@pytest.mark.parametrize("asked", ["99-1", "nothing", "1-99999999999", "a" * 500, "1-999999999"])
def test_a_game_that_is_not_there_is_said_so(asked: str, client: Client) -> None:
    response = client.get("/fair-deals/", {"game": asked})
    assert response.status_code == 400
    page = response.content.decode()
    assert "There is no finished game of that number" in page
    assert page.count('#result">') == 2
    assert '<div id="result"' in page
