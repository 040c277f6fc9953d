"""What spectators and seats are shown of a table (spec: table-page, Spectators; portal, Fair chance)."""

from __future__ import annotations

from typing import Any

from portal.tables import commands as c
from portal.tables.views_of import document, is_open_to_watch
from tests.portal.tables.decide.at_rest import Game, is_over, is_window


def watched(g: Game) -> Any:
    return document(g.table, None, g.now)


def tricks(view: Any) -> int:
    return len(view["tricks"])


def test_a_scored_game_is_watched_one_trick_behind() -> None:
    g = Game(public=True).started()
    behind = []
    while not is_over(g):
        live, shown = g.table.engine.view(g.table.state, None), watched(g)["game"]
        assert shown["hand"] == []
        assert shown["legal"] is None
        if live["phase"] == "playing" and tricks(live):
            behind.append(tricks(live) - tricks(shown))
            assert not (shown["trick"] or {"cards": []})["cards"] or shown["trick"] != live["trick"]
        g.do(g.act(min(g.table.due())))
    assert set(behind) == {1}
    assert watched(g)["game"]["phase"] == "over"


def test_of_the_running_trick_nothing_is_seen() -> None:
    g = Game(public=True).started().passed()
    for _ in range(9):
        g.do(g.act(min(g.table.due())))
        live, shown = g.table.engine.view(g.table.state, None), {**watched(g)["game"], "card_points": {}}
        for laid in live["trick"]["cards"]:
            assert laid["card"] not in str(shown)


def test_who_is_to_move_is_not_told_early_either() -> None:
    g = Game(public=True).started().passed()
    g.do(g.act(min(g.table.due())))
    doc = watched(g)
    assert not any(plate["due"] or plate["ms_left"] for plate in doc["seats"])
    assert doc["you"] is None


def test_a_test_game_is_watched_live_without_hidden_cards() -> None:
    g = Game(2, scored=False, public=True).started().passed()
    g.do(g.act(min(g.table.due())))
    shown = watched(g)["game"]
    assert shown == g.table.engine.view(g.table.state, None)
    assert shown["hand"] == []


def test_private_tables_are_not_watched() -> None:
    assert is_open_to_watch(Game(2).table), "the lobby of a private table shows to those with its code"
    assert not is_open_to_watch(Game(2).started().table)
    assert is_open_to_watch(Game(2, public=True).started().table)


def seeds(g: Game, viewer: int | None) -> list[bool]:
    return ["seed" in part for part in document(g.table, viewer, g.now)["fairness"]]


def test_a_seed_is_shown_when_its_hand_is_over_and_not_before() -> None:
    g = Game(length={"hands": 2})
    g.do(c.Start(seat=0))
    assert g.table.dealing is not None
    assert g.table.dealing.seed.hex() not in str(document(g.table, 0, g.now))
    g.deal()
    while not is_window(g):
        assert {s for viewer in (0, 3, None) for s in seeds(g, viewer)} == {False}
        g.do(g.act(min(g.table.due())))
    assert seeds(g, 0) == seeds(g, None) == [True]
    g.skip_window()
    while not is_over(g):
        assert seeds(g, 1) == [True, False]
        g.do(g.act(min(g.table.due())))
    assert seeds(g, 1) == [True, True]


def test_no_countdown_is_below_nothing_and_none_is_a_time_of_day() -> None:
    g = Game().started()
    g.later(45)
    doc = document(g.table, 0, g.now)
    assert doc["you"]["ms_left"] == 0
    assert "2030" not in str(doc)
    assert "T12:" not in str(doc)
