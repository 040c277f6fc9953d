"""The move clock on a whole portal: nobody acts for 30 s."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from portal.data import ROOT
from tests.portal.test_up import OF_THE_TESTS

pytestmark = pytest.mark.slow
LATEST_S = 0.5


def test_a_silent_player_has_left_at_most_half_a_second_after_the_deadline() -> None:
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    done = subprocess.run(
        [sys.executable, "-m", "tests.load.silence"],
        cwd=ROOT, env=kept, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert (seen["causes"], seen["points"]) == (["time"] * 3, [-1] * 3)
    soonest, middle, _ = sorted(seen["late_s"])
    assert soonest >= 0
    assert middle <= LATEST_S  # other tests kill whole portals beside this one
