"""Documents and lists of a finished game: whole, true to the engine, from every seat's side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.record import BadRecord, Record, parse, play, read
from ladder.models import Played
from portal.fairness.listing import parts
from portal.fairness.replay import UNSEEN, document
from portal.fairness.wording import act_in_words
from portal.tables.snapshot import Snapshot
from tests.portal.fairness.games import left_at, played_out

GAMES = Path(__file__).parents[3] / "games"
NAMES = ("Ann", "Bea", "Cem", "Dan", "Eva")


def golden(name: str, game: str = "black_lady") -> Record:
    return read((GAMES / game / "playthroughs" / f"{name}.json").read_text())


def views_of(whole: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The views by step and seat, put together as the page does."""
    now: list[dict[str, Any]] = [{} for _ in whole["start"]["seats"]]
    found = []
    for step in (whole["start"], *whole["steps"]):
        more = {key: [*now[0][key], *tail] for key, tail in step["more"].items()}
        now = [{**view, **step["all"], **more, **own} for view, own in zip(now, step["seats"], strict=True)]
        found.append(now)
    return found


@pytest.mark.parametrize("name", ["classic-3-three-hands", "portal-4-one-hand", "classic-5-two-hands"])
def test_every_step_is_what_the_engine_shows_each_seat(name: str) -> None:
    record = golden(name)
    whole = json.loads(json.dumps(document(record, NAMES[: record.seats])))
    views = views_of(whole)
    assert len(views) == len(record.events) + 1
    for at in range(0, len(views), 7):
        state = play(record.engine, record.options, record.seats, record.events[:at])
        for seat in range(record.seats):
            view = json.loads(json.dumps(record.engine.view(state, seat)))
            assert {k: v for k, v in views[at][seat].items() if k not in UNSEEN} == {
                k: v for k, v in view.items() if k not in UNSEEN
            }
    assert [record.events[step - 1].get("chance") for step in whole["hands"]] == ["deal"] * len(
        whole["hands"]
    )
    assert whole["steps"][-1]["note"].startswith(f"Hand {len(whole['hands'])}: Ann ")


def test_all_hands_are_open_at_every_step() -> None:
    record = golden("portal-4-one-hand")
    for views in views_of(document(record, NAMES[:4]))[1:]:
        held = [card for view in views for card in view["hand"]]
        trick = views[0]["trick"]
        played = [c["card"] for t in (*views[0]["tricks"], trick) for c in (t or {"cards": []})["cards"]]
        assert len({*held, *played}) == len(held) + len(played) == 52


def test_the_list_tells_passing_and_each_trick_with_its_winner() -> None:
    (hand,) = parts(golden("portal-4-one-hand"), NAMES[:4])
    assert len(hand.dealt) == 4
    assert hand.dealt[0].startswith("Ann: ")
    passing, *tricks = hand.groups
    assert [act.split(" ")[1] for act in passing.acts] == ["passed"] * 4
    assert len(tricks) == 13
    for trick in tricks:
        assert trick.acts[3].endswith(" took the trick.")
    assert "The game is over: 1. " in tricks[-1].acts[4]


def test_an_act_is_told_in_the_past_with_suits() -> None:
    assert act_in_words("Ann", "play TC") == "Ann played 10♣."
    assert act_in_words("Ann", "pass QS AH 2D") == "Ann passed Q♠ A♥ 2♦."
    assert act_in_words("Ann", "resign") == "Ann resigned."
    assert act_in_words("Ann", "move e2e4") == "Ann moved e2e4."
    assert act_in_words("Ann", "castle") == "Ann castle."


def test_a_record_that_cannot_be_played_on_is_refused() -> None:
    record = golden("portal-4-one-hand")
    broken = parse(
        {
            "format": "portal-record/1",
            "game": record.game,
            "options": record.options,
            "seats": 4,
            "events": [*record.events[:3], {"seat": 0, "act": "play 2C"}],
        }
    )
    with pytest.raises(BadRecord, match="from event 3 on"):
        document(broken, NAMES[:4])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [3, 4])
async def test_the_page_of_a_finished_game(people: list[Any], seats: int) -> None:
    played = await played_out(people[:seats], hands=1, rule_set="classic")
    page, whole = await pages(played)
    assert "The game as a list" in page
    assert page.count("took the trick.") == {3: 17, 4: 13}[seats]
    assert [seat["name"] for seat in whole["seats"]] == ["Anna", "Beate", "Cemal", "Danny"][:seats]
    assert len(whole["steps"]) == len(played.record["events"])


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_was_left_is_shown_as_far_as_it_went(people: list[Any]) -> None:
    def in_the_third_trick(table: Snapshot) -> bool:
        return table.state.hand is not None and len(table.state.hand.tricks) == 2

    page, whole = await pages(await left_at(people, in_the_third_trick, hands=1))
    assert whole["seats"][0] == {"name": "Anna (left)", "kind": "human"}
    assert page.count("took the trick.") == 2


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_is_not_there_has_no_replay() -> None:
    get = sync_to_async(Client().get)
    for address in ("/games/99-1/replay/", "/games/99-1/replay.json", "/games/9-99999999999/replay/"):
        assert (await get(address)).status_code == 404


async def pages(played: Played) -> tuple[str, dict[str, Any]]:
    """The page and its document."""
    get, address = sync_to_async(Client().get), f"/games/{played.table_ref}-{played.game_number}/"
    assert f'{address}replay/"' in (await get(address)).content.decode()
    page = (await get(f"{address}replay/")).content.decode()
    return page, json.loads((await get(f"{address}replay.json")).content)


def test_moves_of_chess_are_told_in_its_own_notation() -> None:
    pytest.importorskip("games.chess")
    record = golden("castling-and-passing", "chess")
    (game,) = parts(record, NAMES[:2])
    assert [group.acts for group in game.groups[:2]] == [["Ann played e4."], ["Bea played Nf6."]]
    assert ["Ann played O-O."] in [group.acts for group in game.groups]
    assert views_of(document(record, NAMES[:2]))[3][0]["san"] == ["e4", "Nf6", "e5"]
