"""Golden playthroughs: `games/<slug>/playthroughs/NAME.json` is a record, `NAME.jsonl` what replay says.

The lines hold the legal acts before each event too, unless the record is long.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.record import check_extras, document, read, replay
from games.registry import all_games, folder
from games.verify import Verdict, findings
from ladder.points import points_of

RECORDS = [
    pytest.param(path, id=f"{found.engine.info.slug}-{path.stem}")
    for found in all_games()
    for path in sorted((folder(found.engine.info.slug) / "playthroughs").glob("*.json"))
]


@pytest.mark.parametrize("path", RECORDS)
def test_replay_says_what_it_said(path: Path) -> None:
    golden = [json.loads(line) for line in path.with_suffix(".jsonl").read_text().splitlines()]
    with_legal = any("event" in line for line in golden)
    record = read(path.read_bytes())
    lines = list(replay(record, points_of, with_legal=with_legal))
    assert lines == golden
    check_extras(record, lines[-1])


@pytest.mark.parametrize("path", RECORDS)
def test_its_deals_are_fair(path: Path) -> None:
    record = read(path.read_bytes())
    if "fairness" in record.extras:
        assert all(finding.verdict is Verdict.MATCHES for finding in findings(record))


@pytest.mark.parametrize("path", RECORDS)
def test_a_record_is_what_its_own_log_gives(path: Path) -> None:
    record, raw = read(path.read_bytes()), json.loads(path.read_text())
    made = document(record.game, record.options, record.seats, record.events, **record.extras)
    assert made == raw


def test_every_game_has_playthroughs() -> None:
    for found in all_games():
        slug = found.engine.info.slug
        assert any((folder(slug) / "playthroughs").glob("*.json")), slug
