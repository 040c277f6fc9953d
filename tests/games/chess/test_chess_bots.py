"""Computer players: their choices, and an engine that fails them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from games.api import BotChoice
from games.chess import bot
from games.chess.process import SETTING, NoAnswer, Question, Supervisor
from games.chess.state import State
from games.registry import game
from tests.games.chess.board import ENGINE, ending, moved, start, turn

MATE_IN_ONE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
QUEEN_UP = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"
LEVEL = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.fixture
def own_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    """An engine of this test's own, that may be named and killed."""
    supervisor = Supervisor()
    monkeypatch.setattr(bot, "ENGINE", supervisor)
    yield supervisor
    supervisor.stop()


def chosen(state: State, seat: int, level: int = 2, budget: int | None = None) -> BotChoice:
    found = game("chess")
    view = ENGINE.view(state, seat)
    return found.bot(view, seat, level, found.budgets[level] if budget is None else budget)


@pytest.mark.parametrize("level", [2, 3])
def test_it_sees_a_mate_and_says_so(level: int) -> None:
    choice = chosen(start(MATE_IN_ONE), 0, level)
    assert choice.act == "move h5f7"
    assert ENGINE.info.reasons[choice.reason.code].format(**choice.reason.data) == "Qxf7# is checkmate."


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_same_view_gives_the_same_choice_however_busy_the_machine_is(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "PATIENCE_S", dict.fromkeys((1, 2, 3), 30.0))
    state = moved(start(), "e2e4 e7e5 g1f3")
    first = chosen(state, 1, level)
    chosen(start(QUEEN_UP), 0, level)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        assert chosen(state, 1, level) == first
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_an_engine_that_is_cut_short_answers_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.chess.process.ANSWER_S", 30.0)
    found = bot.ENGINE.ask(chess.Board(), Question(nodes=10_000_000, patience_s=0.1))
    assert found.moves[0] in chess.Board().legal_moves
    assert "chess_engine_cut" in caplog.text
    assert "of 10000000 positions" in caplog.text


def test_a_warm_engine_runs_before_the_first_question(own_engine: Supervisor) -> None:
    bot.warm()
    pid = own_engine.pid
    assert pid is not None
    chosen(start(MATE_IN_ONE), 0)
    assert own_engine.pid == pid


def test_a_beginner_now_and_then_plays_its_second_choice() -> None:
    games = [
        moved(start(), f"{move} e7e5")
        for move in ("e2e4", "d2d4", "c2c4", "g1f3", "b1c3", "f2f4", "g2g3", "b2b3")
    ]
    codes = [chosen(state, 0, 1).reason.code for state in games]
    assert 0 < codes.count("second") < len(games)
    state = games[codes.index("second")]
    best = bot.ENGINE.ask(
        state.board, Question(nodes=bot.BUDGETS[1], options=bot.STRENGTH[1], lines=2, patience_s=2.0)
    ).moves[0]
    assert chosen(state, 0, 1).act != f"move {best.uci()}"


def test_an_offer_is_accepted_without_an_advantage_and_declined_with_one() -> None:
    ahead = ENGINE.act(start(QUEEN_UP.replace(" w ", " b ")), 1, "offer-draw")
    assert chosen(ahead, 0).act == "decline-draw"
    behind = ENGINE.act(start(QUEEN_UP), 0, "offer-draw")
    accepted = chosen(behind, 1)
    assert accepted.act == "accept-draw"
    assert ending(ENGINE.act(behind, 1, accepted.act)) == ("draw-agreed", (1, 1))


def test_to_move_it_accepts_an_offer_or_moves_on() -> None:
    behind = moved(ENGINE.act(start(QUEEN_UP), 0, "offer-draw"), "e1e2")
    assert chosen(behind, 1).act == "accept-draw"
    ahead = moved(ENGINE.act(start(QUEEN_UP.replace(" w ", " b ")), 1, "offer-draw"), "e8f7")
    assert chosen(ahead, 0).act.startswith("move ")


def test_it_claims_a_draw_when_it_stands_worse() -> None:
    lost = moved(start("4k3/8/8/8/8/8/3q4/7K w - - 0 1"), "h1g1 e8e7 g1h1 e7e8 h1g1 e8e7 g1h1 e7e8")
    assert chosen(lost, turn(lost)).act == "claim-draw"


def test_an_engine_that_was_killed_is_started_again(own_engine: Supervisor) -> None:
    first = chosen(start(MATE_IN_ONE), 0)
    pid = own_engine.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert chosen(start(MATE_IN_ONE), 0) == first
    assert own_engine.pid not in (None, pid)


SILENT = "import time; time.sleep(60)"
GREEDY = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("uciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": held = bytearray(2 << 30)
"""
NONSENSE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("uciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": print("bestmove e1e8", flush=True)
"""
MUTE = NONSENSE.replace('print("bestmove e1e8", flush=True)', "pass")


CANDID = """
import sys
for line in sys.stdin:
    open("{said}", "a").write(line)
    word = line.split()[0]
    if word == "uci":
        print("option name Skill Level type spin default 20 min 0 max 20")
        print("option name MultiPV type spin default 1 min 1 max 9")
        print("uciok", flush=True)
    if word == "isready":
        print("readyok", flush=True)
    if word == "go":
        print("info depth 1 multipv 1 score cp 30 pv d2d3")
        print("info depth 1 multipv 2 score cp 10 pv d2d4")
        print("bestmove d2d3", flush=True)
"""


@pytest.mark.parametrize(
    "program",
    ["no such program", SILENT, GREEDY, NONSENSE, MUTE],
    ids=["none", "silent", "greedy", "nonsense", "mute"],
)
def test_an_engine_that_fails_costs_no_game(
    program: str,
    own_engine: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "engine.py").write_text(program)
    named = (
        "/no/such/engine" if program == "no such program" else f"{sys.executable} {tmp_path / 'engine.py'}"
    )
    monkeypatch.setenv(SETTING, named)
    monkeypatch.setattr("games.chess.process.START_S", 0.5)
    monkeypatch.setattr(bot, "PATIENCE_S", {2: 0.1})
    monkeypatch.setattr("games.chess.process.ANSWER_S", 0.4)
    choice = chosen(start(QUEEN_UP), 0)
    assert choice.reason.code == "no-engine"
    ENGINE.act(start(QUEEN_UP), 0, choice.act)
    assert "chess_engine_failed" in caplog.text
    offered = ENGINE.act(start(QUEEN_UP), 0, "offer-draw")
    assert chosen(offered, 1).act == "decline-draw"
    assert own_engine.pid is None


def test_another_engine_is_given_its_skill_by_level(
    own_engine: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "said"
    (tmp_path / "engine.py").write_text(CANDID.format(said=str(said)))
    monkeypatch.setenv(SETTING, f"{sys.executable} {tmp_path / 'engine.py'}")
    found = own_engine.ask(
        chess.Board(QUEEN_UP), Question(nodes=60, options=bot.STRENGTH[1], lines=2, patience_s=2.0)
    )
    assert [move.uci() for move in found.moves] == ["d2d3", "d2d4"]
    assert found.centipawns == 30
    chosen(start(QUEEN_UP), 0, 2)
    lines = said.read_text().splitlines()
    assert "setoption name Skill Level value 0" in lines
    assert "setoption name Skill Level value 8" in lines
    assert any(line.startswith("go ") and "nodes 600" in line for line in lines)


def test_an_engine_that_cannot_start_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, "/no/such/engine")
    with pytest.raises(NoAnswer):
        Supervisor().ask(chess.Board(), Question(nodes=1, patience_s=1.0))


def test_without_a_budget_it_plays_at_first_sight() -> None:
    choice = chosen(start("4k3/8/8/3q4/8/2N5/4P3/4K3 w - - 0 1"), 0, 1, budget=0)
    assert choice.act == "move c3d5"
    assert choice.reason.code == "quick"
    assert chosen(start(MATE_IN_ONE), 0, 1, budget=0).act == "move h5f7"
    assert chosen(start(LEVEL), 0, 1, budget=0).act.startswith("move ")
