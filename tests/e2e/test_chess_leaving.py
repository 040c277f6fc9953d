"""Every way of leaving a scored game of chess, on a real portal (spec: portal, Leaving, rows 7 to 9)."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.books import Books
from tests.portal.visitors import PASSWORD, Page, Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
BLACK_BEHIND = ("e2e4", "d7d5", "e4d5")
LEVEL = ("e2e4",)
FORM = {"game": "chess", "scored": "yes", "level": "1", "move_time_s": "300", "seating": "0"}


@pytest.fixture(scope="module")
def people(portal_and_data: tuple[str, Path]) -> tuple[Visitor, Visitor]:
    return Visitor(portal_and_data[0], "Whitney"), Visitor(portal_and_data[0], "Blake")


class Game:
    """A running game after some moves: both pages, White's first."""

    def __init__(self, people: tuple[Visitor, Visitor], books: Books, moves: tuple[str, ...]) -> None:
        self._open, self.books = ExitStack(), books
        code = people[0].table(**FORM)
        self.ref = books.ref(code)
        self.pages: list[Page] = [self._open.enter_context(person.at(code)) for person in people]
        self.pages[1].ok("sit")
        self.pages[0].until(lambda doc: doc["seats"][1]["kind"] == "human")
        self.pages[0].ok("start")
        for number, move in enumerate(moves):
            self.pages[number % 2].act(f"move {move}")

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *why: object) -> None:
        self._open.close()

    def ends(self, stays: int, cause: str, points: tuple[int, int]) -> None:
        """The other seat has left for that cause, and both were paid."""
        doc = self.pages[stays].until(lambda doc: doc["result"])
        assert tuple(doc["result"]["points"]) == points
        assert self.books.entries(self.ref) == dict(enumerate(points))
        assert self.books.left(self.ref) == [(1 - stays, cause, points[1 - stays])]


def test_exit_tells_its_cost_and_pays_the_opponent(people: tuple[Visitor, Visitor], books: Books) -> None:
    with Game(people, books, BLACK_BEHIND) as game:
        black = game.pages[1]
        told = black.until(lambda doc: doc["game"]["material"][0] > doc["game"]["material"][1])["you"][
            "leave"
        ]
        assert told["points"] == -1
        assert "less material" in told["sentence"]
        assert black.ask("leave", confirm=0)["code"] == "cost-changed"
        assert black.ask("leave", confirm=-1)["ok"]
        game.ends(0, "exit", (1, -1))


def test_another_scored_game_is_asked_about_and_leaves_this_one_when_it_begins(
    people: tuple[Visitor, Visitor], books: Books
) -> None:
    with Game(people, books, LEVEL) as game:
        path, asked = people[0].post("/tables/new/", **FORM)
        assert path == "/tables/new/"
        assert "Leave your other game?" in asked
        assert "leaving now is worth 0 points to you both" in asked
        code = people[0].table(**FORM, confirm="yes")
        with people[0].at(code) as page:
            assert not books.left(game.ref)
            page.ok("start")
            game.ends(1, "new-game", (0, 0))
            page.until(lambda doc: doc["you"] and "leave" in doc["you"]["can"])
            page.act("resign")


def test_running_out_of_time_compares_material(people: tuple[Visitor, Visitor], books: Books) -> None:
    with Game(people, books, (*BLACK_BEHIND, "g8f6")) as game:
        game.books.fall_due(game.ref, "move", 0)
        game.ends(1, "time", (0, 0))


def test_a_lost_connection_is_leaving(people: tuple[Visitor, Visitor], books: Books) -> None:
    with Game(people, books, BLACK_BEHIND) as game:
        game.pages[1].__exit__(None, None, None)
        game.books.fall_due(game.ref, "absent", 1)
        game.ends(0, "connection", (1, -1))


def test_resigning_is_a_move_and_no_leaving(people: tuple[Visitor, Visitor], books: Books) -> None:
    with Game(people, books, BLACK_BEHIND) as game:
        white = game.pages[0]
        white.ok("act", turn=white.doc["you"]["turn"], act="resign")
        assert game.pages[1].until(lambda doc: doc["result"])["result"]["points"] == [-1, 1]
        assert books.entries(game.ref) == {0: -1, 1: 1}
        assert books.left(game.ref) == []


def test_closing_the_account_tells_its_cost_and_is_leaving(
    portal: str, people: tuple[Visitor, Visitor], books: Books
) -> None:
    goes = Visitor(portal, "Closes")
    with Game((people[0], goes), books, BLACK_BEHIND) as game:
        assert "less material" in goes.get("/account/close/")
        goes.post("/account/close/", password=PASSWORD)
        game.ends(0, "account-closed", (1, -1))
    assert "Closes" not in people[0].get("/leaderboards/chess/1/")
