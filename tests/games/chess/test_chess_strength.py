"""How strong and how quick the computer players are. `make strength` plays all games, without it a few are played."""

from __future__ import annotations

import os

import pytest

from games.chess import bot
from tests.games.chess.matches import RANDOM, Played, play

WHOLE = os.environ.get("STRENGTH") == "whole"
MOST_POSITIONS = 4_000 if WHOLE else 1_200
AGAINST_RANDOM = 50 if WHOLE else 4
AGAINST_LEVEL_1 = 20 if WHOLE else 2
WON_OF_TWENTY = 18
MATED_WITHIN = 60
P95_S = 1.0

pytestmark = pytest.mark.slow


def matches(level: int, other: int, count: int) -> list[tuple[int, Played]]:
    """So many games, with `level` as White and as Black in turn; its seat goes with each game."""
    return [
        (number % 2, play((level, other) if number % 2 == 0 else (other, level), number, MOST_POSITIONS))
        for number in range(count)
    ]


@pytest.fixture(autouse=True)
def few_games_are_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """They share the machine with all other tests, and may wait longer than people would."""
    if not WHOLE:
        monkeypatch.setattr(bot, "PATIENCE_S", dict.fromkeys(bot.PATIENCE_S, 30.0))


def test_level_2_mates_a_random_mover_and_is_quick() -> None:
    played = matches(2, RANDOM, AGAINST_RANDOM)
    for seat, one in played:
        assert one.winner == seat, one.state.board.fen()
        assert one.state.end.ending == "checkmate"
        assert one.moves <= MATED_WITHIN
    seconds = sorted(second for seat, one in played for second in one.seconds[seat])
    print(f"level 2: median {seconds[len(seconds) // 2]:.3f} s, 95th percentile {_p95(seconds):.3f} s")
    assert not WHOLE or _p95(seconds) < P95_S  # the few games share the machine with all other tests


def test_level_3_beats_level_1() -> None:
    played = matches(3, 1, AGAINST_LEVEL_1)
    won = sum(one.winner == seat for seat, one in played)
    seconds = sorted(second for seat, one in played for second in one.seconds[seat])
    print(f"level 3 won {won} of {len(played)}; 95th percentile {_p95(seconds):.3f} s")
    assert won >= WON_OF_TWENTY * len(played) // 20


def _p95(seconds: list[float]) -> float:
    return seconds[int(0.95 * (len(seconds) - 1))]
