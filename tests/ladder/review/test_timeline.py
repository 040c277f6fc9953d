"""The evidence in words."""

from datetime import datetime, timedelta
from itertools import product
from types import SimpleNamespace

from games.api import Basis, Leaving
from ladder.leaving import Cause, settle, settle_absence
from ladder.review.timeline import lines
from ladder.review.words import CAUSES, CLAUSES, points_words

NOON = datetime.fromisoformat("2025-03-05T12:00:00+00:00")


def at(seconds):
    return (NOON + timedelta(seconds=seconds)).isoformat()


def told(timeline, warnings=()):
    case = SimpleNamespace(case_file={"timeline": timeline, "warnings": warnings}, at=NOON)
    return [(line.before, line.kind, line.text) for line in lines(case)]


LEFT = {"at": at(100), "what": "left", "cause": "time", "connected": True}


def test_an_act_tells_when_its_clock_started_and_stopped():
    act = {"at": at(12), "what": "act", "act": "play TS", "clock_from": at(5), "due_at": at(35)}
    assert told([act, LEFT]) == [
        ("1:35", "clock", "Move clock starts: 0:30 from here."),
        ("1:28", "act", "Act: play 10♠."),
        ("1:28", "clock", "Move clock stops with 0:23 left."),
        ("0:00", "left", "Leaves: ran out of move time. A connection was open."),
    ]


def test_the_clock_that_ran_out_is_in_its_place():
    left = LEFT | {"clock_from": at(70), "due_at": at(100), "last_input_at": at(40)}
    begun = {"at": at(0), "what": "begun", "connected": True}
    assert told([begun, left])[1:] == [
        ("0:30", "clock", "Move clock starts: 0:30 from here."),
        ("0:00", "left", "Leaves: ran out of move time. A connection was open. Last input at 12:00:40."),
    ]


def test_connections_and_outages():
    left = LEFT | {"cause": "connection", "connected": False, "absent_since": at(20)}
    timeline = [
        {"at": at(0), "what": "begun", "connected": False},
        {"at": at(1), "what": "back"},
        {"at": at(25), "what": "away", "since": at(20)},
        {"at": at(30), "what": "outage", "until": at(42), "kind": "web"},
        left,
    ]
    assert [text for _, _, text in told(timeline)] == [
        "The game begins; the seat is not connected.",
        "Connected again.",
        "The last connection is lost, since 12:00:20.",
        "The portal is away (web) until 12:00:42; no clock counts that time.",
        "Leaves: without a connection for too long. No connection since 12:00:20.",
    ]


def test_warnings_say_whether_the_page_confirmed_them():
    timeline = [
        {"at": at(10), "what": "asked"},
        {"at": at(11), "what": "seen", "word": "still-there"},
        {"at": at(15), "what": "here"},
        LEFT,
    ]
    warnings = [
        {"at": at(10), "what": "still-there", "confirmed_at": at(11)},
        {"at": at(90), "what": "ten-seconds", "confirmed_at": None},
    ]
    assert [text for _, _, text in told(timeline, warnings)][:3] == [
        "Asked “still there?”. The page confirmed at 12:00:11 that it was shown.",
        "Answers “still there?”: is there.",
        "Ten seconds left: warning. No page confirmed that it was shown.",
    ]


def test_every_cause_and_every_rule_has_words():
    assert set(CAUSES) == set(Cause)
    two, four = ((0,), (1,)), ((0,), (1,), (2,), (3,))
    sides = {
        Leaving.SINGLES: four,
        Leaving.PARTNERS: ((0, 2), (1, 3)),
        Leaving.MATERIAL: two,
        Leaving.DUEL: two,
    }
    found = set()
    for rule, own, hands, one_hand in product(Leaving, (1, 5, 9), (0, 3), (True, False)):
        scores = (own, *[5] * (len(sides[rule]) - 1))
        basis = Basis(sides=sides[rule], scores=scores, hands_completed=hands, one_hand=one_hand)
        found |= {settle(rule, basis, 0).clause, settle_absence(rule, basis, 0, []).clause}
    assert found == set(CLAUSES)


def test_points_in_words():
    assert [points_words(p) for p in (-1, 0, 1, None)] == [
        "−1 point",
        "0 points",
        "+1 point",
        "none recorded",
    ]
