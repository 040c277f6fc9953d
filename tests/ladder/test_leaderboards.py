"""Boards page in one total order, share ranks, and lose closed accounts (ACC-01, ACC-04)."""

from dataclasses import asdict
from itertools import pairwise

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from ladder import leaderboards as boards
from ladder.cursors import TOP, BadCursorError, Cursor
from ladder.leaderboards import Board
from ladder.models import Standing
from ladder.statements import statement

BOARD = Board(game="black-lady", level=1)


def put(board, rows):
    """Standings as (name, points, games); what a page needs, without playing thousands of games."""
    users = get_user_model().objects
    for name, points, games in rows:
        who = users.create(username=name, password="!")
        Standing.objects.create(
            player=who, game=board.game, level=board.level, period=board.period, name=name.lower(),
            listed=True, points=points, won=games, drawn=0, lost=0, left=0,
        )  # fmt: skip
    count()


def count():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ladder_bucket")
        cursor.execute(statement("rebuild").split(";\n")[-1])


def walk(board, size=boards.PAGE_SIZE):
    rows, page = [], boards.page(board, size=size)
    while True:
        rows += page.rows
        if page.after is None:
            return rows
        page = boards.page(board, page.after, size)


@pytest.fixture
def crowd(db):
    """250 players, 60 of them level across the edge of a page."""
    put(BOARD, [(f"Player {i:03}", 7 if 20 <= i < 80 else 1000 - i, 3 if i % 2 else 5) for i in range(250)])


def test_every_player_is_shown_once_and_two_runs_are_equal(crowd):
    first, second = walk(BOARD), walk(BOARD)
    assert len(first) == len({row.player_id for row in first}) == 250
    assert first == second


def test_pages_have_fifty_rows_and_lead_both_ways(crowd):
    pages = [boards.page(BOARD)]
    while pages[-1].after:
        pages.append(boards.page(BOARD, pages[-1].after))
    assert [len(page.rows) for page in pages] == [50] * 5
    for above, below in pairwise(pages):
        assert boards.page_before(BOARD, below.before).rows == above.rows
    assert pages[0].before is None


def test_a_page_above_the_top_is_the_first_page(crowd):
    first = boards.page(BOARD)
    assert boards.page_before(BOARD, first.rows[3].cursor) == first


def test_equal_points_share_a_rank_and_fewer_games_then_names_order_them(db):
    put(BOARD, [("Zed", 5, 9), ("bob", 5, 9), ("Amy", 3, 1), ("Cat", 5, 2), ("Dot", 9, 3), ("Eve", 3, 1)])
    shown = [(row.rank, row.name) for row in boards.page(BOARD).rows]
    assert shown == [(1, "Dot"), (2, "Cat"), (2, "bob"), (2, "Zed"), (5, "Amy"), (5, "Eve")]


def test_the_rank_of_a_page_counts_everybody_above_it(crowd):
    assert [row.rank for row in walk(BOARD)] == [*range(1, 191), *[191] * 60]


def test_find_me_shows_my_row_below_ten_others(crowd):
    row = walk(BOARD)[123]
    page = boards.page(BOARD, boards.find(BOARD, row.player_id))
    assert page.rows[boards.ABOVE_ME] == row
    assert boards.find(BOARD, walk(BOARD)[4].player_id) == TOP
    assert boards.find(BOARD, 10**9) is None


def test_my_rank_is_the_one_on_the_board(crowd):
    row = walk(BOARD)[230]
    assert boards.own_row(BOARD, row.player_id).rank == row.rank == 191


def test_closed_accounts_vanish_and_others_move_up(crowd):
    first, second = boards.page(BOARD).rows[:2]
    get_user_model().objects.filter(pk=first.player_id).update(is_closed=True)
    assert boards.page(BOARD).rows[0].player_id == second.player_id
    assert boards.page(BOARD).rows[0].rank == 1
    assert boards.own_row(BOARD, first.player_id) is None
    assert boards.sizes() == {("black-lady", 1): 249}


def test_boards_are_kept_apart(crowd):
    assert boards.page(Board(game="black-lady", level=2)).rows == []
    assert boards.page(Board(game="black-lady", level=1, period="2025-03")).rows == []
    assert boards.page(Board(game="chess", level=1)).rows == []


def test_a_cursor_survives_its_address(crowd):
    cursor = Cursor(-900, 3, "zoë \u4e2d", 12)
    assert Cursor.from_text(cursor.as_text()) == cursor
    assert boards.page(BOARD, cursor).rows


@pytest.mark.parametrize(
    "text",
    ["x", "é", "bnVsbA", "W10", Cursor(2**40, 1, "a", 1).as_text(), Cursor(1, 1, "\0", 1).as_text(),
     Cursor(1, 1, "a", 2**70).as_text(), "eyJhIjoxfQ"],
)  # fmt: skip
def test_an_address_that_was_cut_is_refused(text):
    with pytest.raises(BadCursorError, match="cut or changed"):
        Cursor.from_text(text)


def test_the_home_page_gets_the_fullest_board_of_each_game(crowd):
    put(Board(game="black-lady", level=2), [("Solo Player", 2, 2)])
    (top,) = [one for one in boards.tops() if one["href"] == "/leaderboards/black-lady/1/"]
    assert top["title"] == "Black Lady, Beginner"
    assert [row.rank for row in top["rows"]] == [1, 2, 3]


def test_a_page_deep_in_a_board_reads_only_its_rows(crowd):
    """The order's index serves the page: no sort, no walk over the rows above."""
    plan = explain(Board(game="black-lady", level=1), walk(BOARD)[200].cursor)
    assert "Index Scan using standing_board" in plan
    assert "ROW" in plan


def explain(board, cursor_row):
    params = {**asdict(board), **asdict(cursor_row), "limit": 51}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE ladder_standing")
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute("EXPLAIN " + statement("page", beyond=">", turned="ASC"), params)
        return "\n".join(line for (line,) in cursor.fetchall())
