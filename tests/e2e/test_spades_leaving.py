"""Every way of leaving a scored game of Spades, on a real portal: what the partner and the opponents get (spec: portal,
Leaving, the rows of partnerships).
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.books import Books
from tests.portal.visitors import PASSWORD, Frame, Page, Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
FORM = {"game": "spades", "scored": "yes", "level": "1", "move_time_s": "300", "seating": "taken",
        "option-length": '{"hands": 4}'}  # fmt: skip
BIDS = ("bid 1", "bid 7", "bid 1", "bid 7")
"""Fourteen tricks are more than there are: after such a hand seats 0 and 2 are ahead."""


@pytest.fixture(scope="module")
def people(portal_and_data: tuple[str, Path]) -> list[Visitor]:
    return [Visitor(portal_and_data[0], name) for name in ("Nora", "Esther", "Selma", "Wilma")]


class Game:
    """A running game of four people at their first bid, or at that of the second hand."""

    def __init__(self, people: list[Visitor], books: Books, *, hands: int = 0) -> None:
        self._open, self.books = ExitStack(), books
        code = people[0].table(**FORM)
        self.ref = books.ref(code)
        self.pages: list[Page] = [self._open.enter_context(person.at(code)) for person in people]
        for page in self.pages[1:]:
            page.ok("sit")
        self.pages[0].until(lambda doc: all(seat["kind"] == "human" for seat in doc["seats"]))
        self.pages[0].ok("start")
        self._dealt()
        if hands:
            self._play_a_hand()
            for page in self.pages:
                page.ok("continue", hand=page.until(lambda doc: doc["window"])["window"]["hand"])
            self._dealt()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *why: object) -> None:
        self._open.close()

    def _dealt(self) -> None:
        """Every page sends its randomness, and gets its cards."""
        for page in self.pages:
            page.until(lambda doc: doc["dealing"] or _is_bidding(doc))
        for page in self.pages:
            page.until(_is_bidding)

    def _play_a_hand(self) -> None:
        newest = self.pages[0]
        while not newest.doc["window"]:
            (seat,) = newest.doc["game"]["due"]
            bidding = newest.doc["game"]["phase"] == "bidding"
            self.pages[seat].act(BIDS[seat] if bidding else "")
            newest = self.pages[seat]
        totals = newest.doc["game"]["totals"]
        assert totals[0] > totals[1] == -140

    def ends(self, leaver: int, cause: str, points: dict[int, int]) -> None:
        """The seat has left for that cause, and these are all entries of the game."""
        doc = self.pages[(leaver + 2) % 4].until(lambda doc: doc["result"])
        assert {seat: p for seat, p in enumerate(doc["result"]["points"]) if p is not None} == points
        assert self.books.entries(self.ref) == points
        assert self.books.left(self.ref) == [(leaver, cause, points.get(leaver))]


def _is_bidding(doc: Frame) -> bool:
    return bool(doc["game"]) and doc["game"]["phase"] == "bidding" and not doc["window"]


def test_exit_in_the_first_hand_costs_the_leaver_alone(people: list[Visitor], books: Books) -> None:
    with Game(people, books) as game:
        leaver = game.pages[1]
        assert leaver.doc["you"]["leave"]["points"] == -1
        assert "costs you one point" in leaver.doc["you"]["leave"]["sentence"]
        assert leaver.ask("leave", confirm=None)["code"] == "cost-changed"
        assert leaver.ask("leave", confirm=-1)["ok"]
        game.ends(1, "exit", {1: -1, 3: 0})


def test_another_scored_game_leaves_this_one_when_its_first_hand_is_dealt(
    people: list[Visitor], books: Books
) -> None:
    with Game(people, books) as game:
        _, asked = people[0].post("/tables/new/", **FORM)
        assert "costs you one point" in asked
        code = people[0].table(**FORM, confirm="yes")
        with people[0].at(code) as page:
            page.ok("start")
            page.until(lambda doc: doc["game"] and doc["game"]["phase"] == "bidding")
            game.ends(0, "new-game", {0: -1, 2: 0})
            assert page.ask("leave", confirm=page.doc["you"]["leave"]["points"])["ok"]


def test_who_is_ahead_and_loses_the_connection_gives_the_win_to_the_partner(
    people: list[Visitor], books: Books
) -> None:
    with Game(people, books, hands=1) as game:
        game.pages[0].__exit__(None, None, None)
        books.fall_due(game.ref, "absent", 0)
        game.ends(0, "connection", {2: 1})


def test_who_is_behind_and_runs_out_of_time_loses_with_the_partner(
    people: list[Visitor], books: Books
) -> None:
    with Game(people, books, hands=1) as game:
        for seat in (2, 3, 0):
            game.pages[seat].act("bid 1")
        books.fall_due(game.ref, "move", 1)
        game.ends(1, "time", {0: 1, 1: -1, 2: 1, 3: -1})


def test_closing_the_account_is_leaving(portal: str, people: list[Visitor], books: Books) -> None:
    goes = Visitor(portal, "Departs")
    with Game([*people[:3], goes], books, hands=1) as game:
        assert "costs you one point and your partner too" in goes.get("/account/close/")
        goes.post("/account/close/", password=PASSWORD)
        game.ends(3, "account-closed", {0: 1, 1: -1, 2: 1, 3: -1})
    board = people[0].get("/leaderboards/spades/1/")
    assert "Nora" in board
    assert "Departs" not in board
