"""The replay of a case: whose cards it shows, step by step (spec: portal, Review)."""

import re

import pytest

from games.record import BadRecord
from ladder.review.replay import board, with_suits
from tests.ladder.conftest import finished, post
from tests.ladder.review.cases import hands_dealt, leave, record, reviewer, signed_in, text

NAMES = {0: "Ann", 1: "Bea", 2: "Cal", 3: "Dan"}
LEAVER = 1
PASSED = 5  # events until all have passed: the deal and four choices


def facts(shown, name):
    return {fact.name: fact.value for fact in dict(shown.own)[name]}


def cards_in(html):
    return set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", html))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", range(14))
def test_while_the_game_runs_only_the_leavers_cards_and_what_lay_on_the_table_are_seen(four, step):
    case = leave(four, LEAVER)
    client = signed_in(reviewer())
    page = text(client.get(f"/review/{case}/?step={step}"))
    replay = page[page.index('id="replay"') :]
    played = [e["act"][5:] for e in record()["events"][:step] if e.get("act", "").startswith("play ")]
    known = set(hands_dealt()[LEAVER]) | set(played)
    if step >= PASSED:
        giver = record()["events"][1]  # to the left: seat 0 passes to seat 1
        known |= set(giver["act"].split()[1:])
    assert cards_in(replay) <= {with_suits(card) for card in known}
    assert f"Step {step} of 13" in replay
    assert "Bea could see" in replay or step == 0


@pytest.mark.django_db(transaction=True)
def test_after_its_end_all_cards_are_open(four):
    case = leave(four, LEAVER)
    ann, _, cal, dan = four
    post(finished([ann, None, cal, dan], (1, 2, 3, 4)))
    page = text(signed_in(reviewer()).get(f"/review/{case}/?step=1"))
    every = {with_suits(card) for hand in hands_dealt() for card in hand}
    assert cards_in(page[page.index('id="replay"') :]) == every
    assert page.count("held</h3>") == 4


def test_acts_of_others_are_told_without_their_cards_while_it_runs():
    pass_of_ann, pass_of_bea = (record()["events"][n]["act"] for n in (1, 2))
    assert board(record(), NAMES, [LEAVER], 2).event == "Ann acted."
    assert board(record(), NAMES, [LEAVER], 3).event == f"Bea: {with_suits(pass_of_bea)}."
    assert board(record(), NAMES, None, 2).event == f"Ann: {with_suits(pass_of_ann)}."


def test_the_replay_begins_at_the_moment_of_leaving_and_steps_stay_inside_the_game():
    last = board(record(), NAMES, None, None)
    assert (last.step, last.last) == (13, 13)
    assert board(record(), NAMES, None, 99).step == 13
    first = board(record(), NAMES, None, 0)
    assert (first.step, first.event) == (0, "Before the first event.")
    assert last.hands == [1]


def test_the_board_tells_what_was_on_the_table_in_words():
    shown = board(record(), NAMES, [LEAVER], 7)
    told = {fact.name: fact.value for fact in shown.shared}
    assert told["Phase"] == "playing"
    played = record()["events"][5:7]
    cards = "; ".join(f"{NAMES[e['seat']]} {with_suits(e['act'][5:])}" for e in played)
    assert told["Trick"] == f"leader: {NAMES[played[0]['seat']]}, cards: {cards}"
    assert [name for name, _ in shown.seats] == list(NAMES.values())
    counts = [cells[shown.head.index("Counts")] for _, cells in shown.seats]
    assert sorted(counts) == ["12", "12", "13", "13"]
    assert len(str(facts(shown, "Bea")["Hand"]).split()) in (12, 13)


def test_a_record_that_breaks_the_rules_is_refused_in_words():
    events = [*record()["events"][:5], {"seat": 0, "act": "play XX"}]
    with pytest.raises(BadRecord, match="cannot be played up to event 6"):
        board(record() | {"events": events}, NAMES, None, None)
