"""Records of a game without hands: replayed, refused, played by the commands."""

from __future__ import annotations

import pytest

from games.record import BadRecord, document, parse, replay
from games.selfplay import run, setup
from ladder.points import points_of

MATE = "f2f3 e7e5 g2g4 d8h4"


def record(moves: str, **options: str) -> dict[str, object]:
    events = [{"seat": n % 2, "act": f"move {move}"} for n, move in enumerate(moves.split())]
    return document("chess", options, 2, events)


def test_replay_prints_neither_hands_nor_totals() -> None:
    assert list(replay(parse(record(MATE)), points_of)) == [
        {"events": 4, "over": True, "places": [2, 1], "result": [-1, 1]}
    ]


def test_optional_acts_stand_under_a_seat_that_is_not_to_act() -> None:
    line = next(iter(replay(parse(record("e2e4")), points_of, with_legal=True)))
    assert line["to_act"] == [0]
    assert line["legal"]["1"] == ["resign"]
    assert line["legal"]["0"][-2:] == ["offer-draw", "resign"]
    assert len(line["legal"]["0"]) == 22


def test_a_record_may_start_from_a_position_and_end_anywhere() -> None:
    kept = record("f7f8r", start="8/5P1k/5K2/8/8/8/8/8 w - - 0 1")
    assert list(replay(parse(kept), points_of))[-1] == {
        "events": 1,
        "over": False,
        "places": None,
        "result": None,
    }


def test_an_illegal_move_is_named_with_its_rule() -> None:
    with pytest.raises(BadRecord, match="event 1, seat 1, act 'move e7e4': how pieces move"):
        list(replay(parse(record("e2e4 e7e4")), points_of))


def test_selfplay_counts_games_and_pays_for_places() -> None:
    wanted = setup("chess", {}, ["random", "2"], hands=1, seed="7", budget=200)
    ticks = iter(range(100_000))
    report = run(wanted, lambda: float(next(ticks)))
    assert report.hands == 1
    assert [row["mean_points"] for row in report.as_json()["players"]] == [-1.0, 1.0]
