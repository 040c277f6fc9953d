"""The pure commands: what they print, how they fail, and that they need no database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from positions import ENGINE, dealt

PROJECT = Path(__file__).parents[2]
GOLDEN = PROJECT / "games" / "black_lady" / "playthroughs"
Write = Callable[[Any], Path]


def call(*args: str) -> list[str]:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue().splitlines()


def objects(*args: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in call(*args)]


def failure(*args: str) -> str:
    with pytest.raises(CommandError) as caught:
        call(*args)
    said = str(caught.value)
    assert caught.value.returncode == 1
    assert len(said.splitlines()) == 1
    said.encode("ascii" if "\\" in said else "utf-8")
    return said


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a record, or any text or bytes, into a file."""

    def write(content: Any) -> Path:
        path = tmp_path / "record.json"
        if not isinstance(content, bytes):
            content = (content if isinstance(content, str) else json.dumps(content)).encode()
        path.write_bytes(content)
        return path

    return write


def golden(name: str = "portal-4-one-hand") -> dict[str, Any]:
    record: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return record


# replay


def test_replay_prints_hands_and_the_end() -> None:
    *hands, last = objects("replay", str(GOLDEN / "american-4-to-100.json"), "--json")
    assert [line["hand"] for line in hands] == list(range(1, len(hands) + 1))
    assert last["hands_completed"] == len(hands)
    assert (
        last["totals"]
        == hands[-1]["totals"]
        == [sum(column) for column in zip(*(h["points"] for h in hands), strict=True)]
    )
    assert last["over"] is True
    assert sorted(last) == sorted(["events", "hands_completed", "totals", "over", "places", "result"])
    assert all(point in (-1, 0, 1) for point in last["result"])


def test_replay_prints_what_was_legal_before_each_event(write: Write) -> None:
    state = dealt("american", {})
    of = [list(ENGINE.legal(state, seat).of) for seat in range(4)]
    deal = {"chance": "deal", "hands": [" ".join(ENGINE.view(state, seat)["hand"]) for seat in range(4)]}
    passes = [{"seat": seat, "act": "pass " + " ".join(of[seat][:3])} for seat in (1, 0)]
    options = {"rule_set": "american", "length": {"target": 100}}
    frame = {"format": "portal-record/1", "game": "black-lady", "seats": 4}
    record = {**frame, "options": options, "events": [deal, *passes]}
    lines = objects("replay", str(write(record)), "--json", "--legal")
    entry = [{"pass": 3, "of": cards} for cards in of]
    assert lines[0] == {"event": 0, "to_act": [], "legal": {}}
    assert lines[1] == {"event": 1, "to_act": [0, 1, 2, 3], "legal": {str(s): entry[s] for s in range(4)}}
    assert lines[2] == {"event": 2, "to_act": [0, 2, 3], "legal": {str(s): entry[s] for s in (0, 2, 3)}}
    assert lines[3] == {
        "events": 3,
        "hands_completed": 0,
        "totals": [0, 0, 0, 0],
        "over": False,
        "places": None,
        "result": None,
    }


def test_replay_in_words() -> None:
    lines = call("replay", str(GOLDEN / "dutch-4-four-hands.json"))
    assert lines[0].startswith("Hand 1: points ")
    assert "The game is over: places " in lines[-1]


def test_an_illegal_event_names_file_event_seat_act_and_rule(write: Write) -> None:
    record = golden()
    number = next(n for n, event in enumerate(record["events"]) if str(event.get("act")).startswith("play"))
    record["events"][number]["act"] = "play QS"
    path = write(record)
    said = failure("replay", str(path), "--json")
    assert said.startswith(
        f"{path}: event {number}, seat {record['events'][number]['seat']}, act 'play QS': "
    )
    assert "own cards only" in said or "open with the two of clubs" in said


def test_a_choice_that_was_changed_later_is_refused(write: Write) -> None:
    record = golden()
    first = record["events"][1]
    cards = record["events"][0]["hands"][first["seat"]].split()[:3]
    record["events"].insert(1, {"seat": first["seat"], "act": "pass " + " ".join(cards)})
    assert "event 1, " in failure("replay", str(write(record)))


def changed(**changes: Any) -> dict[str, Any]:
    return {**golden(), **changes}


def with_deal(*hands: str) -> dict[str, Any]:
    return changed(events=[{"chance": "deal", "hands": list(hands)}])


HANDS = golden()["events"][0]["hands"]
MALFORMED: dict[str, Any] = {
    "empty": "",
    "not-json": "{",
    "not-utf8": b"\xff\xfe\x00\x00{",
    "nan": '{"format": NaN}',
    "deep": "[" * 200_000,
    "huge-number": '{"seats": ' + "9" * 5000 + "}",
    "list": [],
    "null": "null",
    "no-format": {},
    "other-format": changed(format="portal-record/2"),
    "unknown-game": changed(game="whist"),
    "game-number": changed(game=7),
    "game-surrogate": changed(game="\ud800"),
    "options-list": changed(options=[]),
    "no-rule-set": changed(options={"length": {"hands": 1}}),
    "no-length": changed(options={"rule_set": "portal"}),
    "unknown-option": changed(options={**golden()["options"], "jokers\n": True}),
    "wrong-value": changed(options={**golden()["options"], "passing": "yes"}),
    "nested-value": changed(options={**golden()["options"], "length": [[[[[[1]]]]]]}),
    "seats-text": changed(seats="4"),
    "seats-true": changed(seats=True),
    "seats-float": changed(seats=4.0),
    "seats-wrong": changed(seats=5),
    "seats-huge": changed(seats=10**400),
    "events-object": changed(events={}),
    "events-missing": {key: value for key, value in golden().items() if key != "events"},
    "event-null": changed(events=[None]),
    "event-text": changed(events=["play 2C"]),
    "event-empty": changed(events=[{}]),
    "event-both": changed(events=[{"chance": "deal", "hands": HANDS, "act": "play 2C", "seat": 0}]),
    "act-before-deal": changed(events=[{"seat": 0, "act": "play 2C"}]),
    "deal-twice": changed(events=[golden()["events"][0], golden()["events"][0]]),
    "roll": changed(events=[{"chance": "roll", "dice": [3, 1]}]),
    "chance-odd": changed(events=[{"chance": [], "hands": HANDS}]),
    "deal-none": changed(events=[{"chance": "deal"}]),
    "deal-text": changed(events=[{"chance": "deal", "hands": " ".join(HANDS)}]),
    "deal-numbers": changed(events=[{"chance": "deal", "hands": [1, 2, 3, 4]}]),
    "deal-three": with_deal(*HANDS[:3]),
    "deal-five": with_deal(*HANDS, ""),
    "deal-twice-same": with_deal(HANDS[0], HANDS[0], *HANDS[2:]),
    "deal-double-card": with_deal(HANDS[0][:-2] + HANDS[0][:2], *HANDS[1:]),
    "deal-short": with_deal(HANDS[0][:-3], *HANDS[1:]),
    "deal-unknown": with_deal(HANDS[0][:-2] + "1X", *HANDS[1:]),
    "deal-surrogate": with_deal(HANDS[0][:-2] + "\ud83c", *HANDS[1:]),
    "seat-true": changed(events=[golden()["events"][0], {"seat": True, "act": "pass 2C 3C 4C"}]),
    "seat-out": changed(events=[golden()["events"][0], {"seat": 4, "act": "pass 2C 3C 4C"}]),
    "seat-negative": changed(events=[golden()["events"][0], {"seat": -1, "act": "pass 2C 3C 4C"}]),
    "seat-huge": changed(events=[golden()["events"][0], {"seat": 10**300, "act": "pass 2C 3C 4C"}]),
    "seat-missing": changed(events=[golden()["events"][0], {"act": "pass 2C 3C 4C"}]),
    "act-list": changed(events=[golden()["events"][0], {"seat": 0, "act": ["pass"]}]),
    "act-long": changed(events=[golden()["events"][0], {"seat": 0, "act": "pass " + "x\n" * 100_000}]),
    "act-surrogate": changed(events=[golden()["events"][0], {"seat": 0, "act": "play \udcff"}]),
    "act-after-end": changed(events=[*golden()["events"], {"seat": 0, "act": "play 2C"}]),
    "names-short": changed(names=["a"]),
    "names-numbers": changed(names=[1, 2, 3, 4]),
    "table-text": changed(table="K7MX2"),
    "result-text": changed(result="won"),
    "result-wrong": changed(result={"places": [9, 9, 9, 9]}),
    "points-wrong": changed(result=[5, 5, 5, 5]),
    "fairness-text": changed(fairness="yes"),
    "fairness-wrong": changed(fairness=[{**golden()["fairness"][0], "context": "another"}]),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_records_are_refused_on_one_line(case: str, write: Write) -> None:
    path = write(MALFORMED[case])
    assert failure("replay", str(path), "--json", "--legal").startswith(f"{path}: ")


@pytest.mark.parametrize("file", ["/nowhere/at/all.json", "/", "nul\0byte", "sur\udcffrogate", "two\nlines"])
def test_files_that_cannot_be_read(file: str) -> None:
    assert "cannot be read" in failure("replay", file)
    assert "cannot be read" in failure("verify", file)


def test_a_huge_but_sound_record_is_read(write: Write) -> None:
    assert objects("replay", str(write(changed(table={"code": "x" * 100_000}))), "--json")[-1]["over"] is True


def test_the_commands_need_no_database(tmp_path: Path) -> None:
    """As a process of its own, every service out of reach; a traceback would be seen here."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    for args, code in ((["replay", str(GOLDEN / "portal-4-one-hand.json")], 0), (["replay", str(bad)], 1)):
        done = subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=PROJECT,
            env={**os.environ, **nowhere},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code
        assert len(done.stderr.splitlines()) == code
        assert "Traceback" not in done.stderr


# selfplay


def selfplay(*args: str) -> dict[str, Any]:
    lines = call(
        "selfplay",
        "--game",
        "black-lady",
        "--rule-set",
        "american",
        "--players",
        "2,1,random,1",
        "--json",
        *args,
    )
    report: dict[str, Any] = json.loads(lines[-1])
    assert lines[-2].startswith(f"{report['hands']} hands")
    return report


def test_selfplay_reports_each_player() -> None:
    report = selfplay("--hands", "13", "--seed", "3")
    assert report["hands"] == 13
    assert [row["player"] for row in report["players"]] == ["2", "1", "random", "1"]
    for row in report["players"]:
        assert sorted(row) == ["ci95", "decisions", "mean_points", "ms_median", "ms_p95", "player"]
        assert row["decisions"] >= 13 * 13


def test_mirrored_deals_are_played_in_every_rotation(tmp_path: Path) -> None:
    assert selfplay("--hands", "10", "--mirror", "--records", str(tmp_path))["hands"] == 12
    records = [json.loads(path.read_text()) for path in sorted(tmp_path.iterdir())]
    assert [record["names"] for record in records] == [
        ["2", "1", "random", "1"],
        ["1", "random", "1", "2"],
        ["random", "1", "2", "1"],
        ["1", "2", "1", "random"],
    ]
    deals = [[event for event in record["events"] if "chance" in event] for record in records]
    assert len(deals[0]) == 3
    assert all(deal == deals[0] for deal in deals)
    for path in tmp_path.iterdir():
        assert call("verify", str(path))[-1] == "All 3 deals match."
        assert objects("replay", str(path), "--json")[-1]["hands_completed"] == 3


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    for folder, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        selfplay("--hands", "12", "--seed", seed, "--records", str(tmp_path / folder))
    a, b, c = ([path.read_text() for path in sorted((tmp_path / folder).iterdir())] for folder in "abc")
    assert a == b
    assert a != c


@pytest.mark.parametrize(
    "args",
    [
        ["--game", "whist"],
        ["--rule-set", "martian"],
        ["--players", "1,1"],
        ["--players", "9,1,1,1"],
        ["--players", "1,1,1,"],
        ["--hands", "many"],
        ["--hands", "0"],
        ["--hands", "-3"],
        ["--budget", "x"],
        ["--options", "{"],
        ["--options", "[]"],
        ["--options", '{"length": {"hands": 4}}'],
        ["--records", "/dev/null/folder"],
    ],
)
def test_selfplay_refuses_what_cannot_be_played(args: list[str]) -> None:
    standing = {"--game": "black-lady", "--rule-set": "american", "--players": "1,1,1,1", "--hands": "1"}
    given = {**standing, **dict(zip(args[::2], args[1::2], strict=True))}
    failure("selfplay", *(word for pair in given.items() for word in pair))


# verify


def test_verify_says_which_deals_match() -> None:
    lines = call("verify", str(GOLDEN / "british-3-two-hands.json"))
    assert lines == [
        "Hand 1: the deal matches: the seed fits its commitment and gives these very cards.",
        "Hand 2: the deal matches: the seed fits its commitment and gives these very cards.",
        "All 2 deals match.",
    ]


def verified(record: dict[str, Any], write: Write) -> list[str]:
    """What verify prints of a record that does not match."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", str(write(record)), stdout=out)
    return out.getvalue().splitlines()


def test_verify_tells_a_wrong_seed_from_a_wrong_order(write: Write) -> None:
    record = golden("dutch-4-four-hands")
    fairness = record["fairness"]
    fairness[0]["seed"] = "00" * 32
    fairness[1]["context"] += "x"
    fairness[2]["seed"] = None
    del fairness[3]
    said = verified(record, write)
    assert [line.split(": ")[1].split(" ")[:2] for line in said] == [
        ["the", "commitment"],
        ["the", "order"],
        ["the", "seed"],
        ["the", "record"],
    ]


def test_verify_notices_two_swapped_hands(write: Write) -> None:
    record = golden()
    hands = golden()["events"][0]["hands"]
    record["events"] = [{"chance": "deal", "hands": [hands[1], hands[0], *hands[2:]]}]
    record.pop("result")
    assert "order does not fit" in verified(record, write)[0]


def test_a_nonce_left_out_is_noticed(write: Write) -> None:
    record = golden()
    record["fairness"][0]["nonces"] = {"1": "ab" * 16}
    assert "order does not fit" in verified(record, write)[0]


@pytest.mark.parametrize(
    "fairness",
    [
        None,
        {},
        [7],
        [{}],
        [{"hand": 1}],
        [{"hand": True, "commitment": "", "context": "", "nonces": {}}],
        [{"hand": 1, "commitment": "", "context": "", "nonces": [], "seed": None}],
        [{"hand": 1, "commitment": "", "context": "", "nonces": {"7": "00" * 16}, "seed": None}],
        [{"hand": 1, "commitment": "", "context": "", "nonces": {"0": "zz"}, "seed": None}],
        [{"hand": 1, "commitment": "", "context": "", "nonces": {}, "seed": "zz" * 32}],
        [{"hand": 1, "commitment": "\ud800", "context": "", "nonces": {}, "seed": None}],
        [{"hand": 9, "commitment": "", "context": "", "nonces": {}, "seed": None}],
        [{"hand": 1, "commitment": "", "context": "", "nonces": {}}] * 2,
    ],
)
def test_malformed_fairness_is_refused_on_one_line(fairness: Any, write: Write) -> None:
    failure("verify", str(write(changed(fairness=fairness))))
