"""The pages of boards, players and games, as a browser without JavaScript gets them."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.html import escape

from games.registry import game
from ladder.ledger import reverse
from ladder.models import Abandonment
from tests.ladder.conftest import NOON, finished, left, post, ref

BOARD = "/leaderboards/black-lady/1/"


@pytest.fixture
def played(four):
    """One game of four people, one with a computer, one that Dan left."""
    post(finished(four, (1, 2, 3, 4)))
    post(
        finished(
            [four[0], four[1], None, four[3]], (1, 2, 3, 4), ref=ref(number=2), at=NOON + timedelta(days=1)
        )
    )
    post(left(four, 3, ref=ref(number=3)))
    post(finished([*four[:3], None], (1, 2, 3, 4), ref=ref(number=3), at=NOON + timedelta(days=2)))
    return four


def text(response):
    return " ".join(response.content.decode().split())


def test_the_index_names_each_board_with_its_players(client, played):
    page = text(client.get("/leaderboards/"))
    assert "Black Lady" in page
    assert '<a href="/leaderboards/black-lady/1/">Beginner</a> <span class="quiet">4 players</span>' in page
    assert "nobody yet" in page


def test_a_board_shows_all_columns(client, played):
    response = client.get(BOARD)
    rows = response.context["page"].rows
    assert [(row.rank, row.name, row.points, row.games, row.left) for row in rows] == [
        (1, "Ann", 3, 3, 0), (2, "Cal", 0, 2, 0), (2, "Bea", 0, 3, 0), (4, "Dan", -3, 3, 1),
    ]  # fmt: skip
    for column in ("Rank", "Player", "Points", "Games", "Won", "Drawn", "Lost", "Left"):
        assert f">{column}</th>" in text(response)


def test_find_me_leads_to_ones_own_row(client, played):
    client.force_login(played[2])
    page = client.get(BOARD)
    assert 'Your rank: <b class="number">2</b>' in text(page)
    response = client.get(BOARD + "?find=me", follow=True)
    assert response.redirect_chain[0][0].endswith("#me")
    assert 'id="me" class="me"' in text(response)


def test_find_me_without_a_row_shows_the_board(client, played):
    assert client.get(BOARD + "?find=me", follow=True).status_code == 200


def test_an_empty_board_offers_a_next_step(client, played):
    page = text(client.get("/leaderboards/black-lady/3/?period=week"))
    assert "Nobody is on this board yet." in page
    assert "Play a scored game" in page


def test_past_months_and_weeks_keep_their_boards(client, played):
    assert len(client.get(BOARD + "?period=2025-03").context["page"].rows) == 4
    assert client.get(BOARD + "?period=2025-04").context["page"].rows == []
    post(finished(played, (1, 2, 3, 4), ref=ref(number=9), at=timezone.now()))
    for word in ("month", "week"):
        assert [row.points for row in client.get(f"{BOARD}?period={word}").context["page"].rows] == [
            1,
            0,
            0,
            -1,
        ]


@pytest.mark.parametrize("query", ["period=year", "cursor=x", "before=%00", "cursor=W10"])
def test_a_cut_address_is_told_so_with_a_way_on(client, db, query):
    response = client.get(f"{BOARD}?{query}")
    assert response.status_code == 400
    assert "Begin at the top" in text(response)


@pytest.mark.parametrize(
    "address",
    ["/leaderboards/no-game/1/", "/leaderboards/black-lady/4/", "/players/Nobody/", "/players/%00/",
     "/games/t1-9/", "/games/t1-99999999999999999999/", "/games/%00-1/", "/games/t1-9.json"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client, db, address):
    assert client.get(address).status_code == 404


def test_a_players_page_shows_standings_games_and_the_picture_with_its_numbers(client, played):
    response = client.get("/players/Dan/")
    page = text(response)
    assert "Black Lady, Beginner</a>" in page
    assert '<img src="/players/Dan/black-lady-1.svg"' in page
    assert "now -3, highest -2, lowest -3." in page
    assert [points for _, points in response.context["picture"]["days"]] == [-2, -3]
    assert page.count('href="/games/t1-') == 3
    assert '<td class="number">left</td>' in page


@pytest.mark.parametrize("name", ["<b>Bo</b>", "a/..", "50%2F50", "100%", "was?#nun", "...", "Ann/../Bea"])
def test_any_name_has_a_page_of_its_own_and_breaks_no_board(client, four, name):
    four[0].rename(name)
    post(finished(four, (1, 2, 3, 4)))
    board = client.get(BOARD).content.decode()
    address = re.search(r'<a href="(/players/[^"]+/)"><bdi>' + re.escape(escape(name)), board)[1]
    response = client.get(address)
    assert response.context["who"] == four[0]
    assert client.get(f"{address}black-lady-1.svg").status_code == 200
    assert address in client.get("/games/t1-1/").content.decode()


def test_players_stand_side_by_side_with_commas(client, played):
    page = text(client.get("/players/Cal/"))
    assert "<bdi>Ann</bdi></a></span>, <span>" in page
    assert " , " not in page


def test_only_levels_that_can_be_played_are_offered(client, played, monkeypatch):
    cards = game("black-lady").engine
    monkeypatch.setattr(cards, "info", replace(cards.info, levels=(1, 2)))
    assert "/leaderboards/black-lady/3/" not in text(client.get("/leaderboards/"))
    assert "/leaderboards/black-lady/3/" not in text(client.get(BOARD))
    assert "/leaderboards/chess/3/" in text(client.get("/leaderboards/"))


def test_a_short_board_has_no_pages_and_says_what_counts_as_drawn(client, played):
    page = text(client.get(BOARD))
    assert 'aria-label="Pages"' not in page
    assert "all else is worth 0 and counts as drawn" in page


def test_a_place_is_called_a_place_where_the_columns_have_no_head(client, played):
    assert '<td data-label="Place">1</td>' in text(client.get("/games/t1-1/"))


def test_a_players_page_is_found_in_any_case(client, played):
    assert client.get("/players/DAN/").headers["Location"] == "/players/Dan/"


def test_a_new_player_is_told_what_to_do_next(client, four):
    client.force_login(four[0])
    assert "You have not finished a scored game yet." in text(client.get("/players/Ann/"))
    assert "has not finished a scored game yet." in text(client.get("/players/Bea/"))


def test_a_players_games_come_in_pages(client, four):
    for number in range(25):
        post(finished([*four[:2], None, None], (1, 2, 3, 4), ref=ref(number=number)))
    first = client.get("/players/Ann/").context["games"]
    second = client.get(f"/players/Ann/?before={first.before}").context["games"]
    assert [seat.played.game_number for seat in [*first.seats, *second.seats]] == list(range(24, -1, -1))
    assert second.before is None
    assert client.get("/players/Ann/?before=x").status_code == 400


def test_a_players_page_takes_few_queries(client, four, django_assert_max_num_queries):
    for number in range(20):
        post(finished(four, (1, 2, 3, 4), ref=ref(number=number)))
    with django_assert_max_num_queries(8):
        client.get("/players/Ann/")


def test_the_picture_is_an_image_without_script(client, played):
    response = client.get("/players/Ann/black-lady-1.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert "script-src" not in response["Content-Security-Policy"]
    root = ElementTree.fromstring(response.content)  # noqa: S314  (our own output)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in tags
    assert "path" in tags
    assert root.find("{http://www.w3.org/2000/svg}title").text.startswith("Points in Black Lady, Beginner")
    assert b"http" not in response.content.replace(b"http://www.w3.org", b"")


def test_the_picture_of_nothing_says_so(client, four):
    assert b"No points yet" in client.get("/players/Ann/black-lady-1.svg").content


def test_a_games_page_shows_places_points_hands_and_computers(client, played):
    page = text(client.get("/games/t1-2/"))
    assert "Computer 3" in page
    assert "5 March" not in page
    assert "6 March 2025, 12:00 UTC" in page
    assert '26 <span class="quiet">(26)</span>' in page


def test_a_left_seat_shows_who_left_and_what_a_reviewer_made_of_it(client, played):
    assert "<td>left</td>" in text(client.get("/games/t1-3/"))
    reverse(Abandonment.objects.get().pk, is_voided=True, at=NOON)
    assert "voided by a reviewer, points taken back" in text(client.get("/games/t1-3/"))


def test_the_record_can_be_taken_away(client, played):
    response = client.get("/games/t1-1.json")
    assert response["Content-Disposition"].startswith('attachment; filename="black-lady-2025-03-05-')
    record = json.loads(response.content)
    assert list(record) == ["format", "game", "options", "events"]


def test_a_closed_account_leaves_boards_and_stays_in_others_histories_without_a_name(client, played):
    """ACC-04: rank 1 closes her account."""
    get_user_model().objects.filter(pk=played[0].pk).update(is_closed=True, username="gone-1")
    rows = client.get(BOARD).context["page"].rows
    assert [(row.rank, row.name, row.points) for row in rows] == [
        (1, "Cal", 0),
        (1, "Bea", 0),
        (3, "Dan", -3),
    ]
    page = text(client.get("/players/Bea/"))
    assert "closed account" in page
    assert "gone-1" not in page
    assert client.get("/players/gone-1/").status_code == 404
    assert "closed account" in text(client.get("/games/t1-1/"))
    assert client.get("/players/Bea/").context["standings"][0][3].points == 0
