"""Any process may die in the middle of a hand: the game goes on from the same state and is paid once."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from portal.data import ROOT
from tests.portal.test_up import OF_THE_TESTS

pytestmark = pytest.mark.slow

VICTIMS = {"daphne", "clock", "work", "beat", "postgres", "valkey"}


def test_a_game_outlives_each_process_of_the_portal() -> None:
    """In a process of its own, as it plays on another database than the tests do."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos.kills"],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        timeout=700,
    )
    games = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert {game["victim"] for game in games} == VICTIMS, done.stdout + done.stderr
    assert [game for game in games if game["wrong"]] == []
