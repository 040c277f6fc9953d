"""What a decision does, once (spec: portal, Review; LVR-02)."""

import logging
from threading import Barrier, Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from ladder.models import Abandonment, Appeal, Decision, Entry, Standing
from ladder.review.decisions import NOT_YET, UPHOLD, VOID, Refused, Wish, decide, decide_all
from tests.ladder.conftest import finished, person, post, ref
from tests.ladder.review.cases import leave, leave_behind_with_partner, reviewer

pytestmark = pytest.mark.django_db(transaction=True)


def standing(player, game="black-lady"):
    row = Standing.objects.filter(player=player, game=game, period="all").first()
    return row and (row.points, row.won, row.drawn, row.lost, row.left, row.games)


def void(case, by, seen=NOT_YET, verdict=VOID):
    return decide(Wish(case_id=case, seen=seen), by, verdict, "The line was cut.", timezone.now())


def test_voiding_puts_leaver_partner_and_opponents_as_if_it_had_not_been(four):
    ann, bea, cal, dan = four
    case = leave_behind_with_partner(four)
    assert [standing(p, "spades")[0] for p in four] == [-1, 1, -1, 1]
    void(case, reviewer())
    assert [standing(p, "spades") for p in (ann, bea, cal, dan)] == [(0, 0, 0, 0, 0, 0)] * 4
    assert Abandonment.objects.get().voided
    call_command("check_ladder")


def test_upholding_writes_no_entry(four):
    case = leave(four, 0)
    entries = Entry.objects.count()
    decision = void(case, reviewer(), verdict=UPHOLD)
    assert (decision.verdict, decision.reason) == ("uphold", "The line was cut.")
    assert Entry.objects.count() == entries
    assert standing(four[0]) == (-1, 0, 0, 0, 1, 1)


def test_two_reviewers_at_once_void_once_and_the_second_is_told(four):
    case = leave(four, 0)
    two = [reviewer("Rita"), reviewer("Sam")]
    start, told = Barrier(2), []

    def press(who):
        start.wait()
        try:
            void(case, who)
            told.append("done")
        except Refused as refusal:
            told.append((refusal.code, refusal.sentence))
        finally:
            connection.close()

    threads = [Thread(target=press, args=(who,)) for who in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first = Decision.objects.get().reviewer.username
    told.remove("done")
    code, sentence = told[0]
    assert code == "decided-meanwhile"
    assert sentence.startswith(f"{first} voided this case meanwhile.")
    assert Entry.objects.filter(reason="reversal").count() == 1
    assert standing(four[0]) == (0, 0, 0, 0, 0, 0)


def test_whoever_had_the_old_page_cannot_undo_a_decision_unknowingly(four):
    case = leave(four, 0)
    void(case, reviewer("Rita"))
    with pytest.raises(Refused, match="Rita voided this case meanwhile"):
        void(case, reviewer("Sam"), verdict=UPHOLD)
    assert Abandonment.objects.get().voided


def test_a_change_of_mind_is_a_new_decision_with_entries_of_its_own(four):
    case, rita = leave(four, 0), reviewer()
    first = void(case, rita)
    second = void(case, rita, seen=first.pk, verdict=UPHOLD)
    third = void(case, rita, seen=second.pk)
    assert list(Decision.objects.order_by("pk").values_list("verdict", flat=True)) == [
        "void",
        "uphold",
        "void",
    ]
    assert list(Entry.objects.order_by("pk").values_list("points", flat=True)) == [-1, 1, -1, 1]
    assert standing(four[0]) == (0, 0, 0, 0, 0, 0)
    assert third.pk > second.pk > first.pk
    call_command("check_ladder")


def test_the_same_decision_again_is_refused_until_there_is_an_appeal(four):
    case, rita = leave(four, 0), reviewer()
    first = void(case, rita, verdict=UPHOLD)
    with pytest.raises(Refused, match="Rita upheld this case already"):
        void(case, rita, seen=first.pk, verdict=UPHOLD)
    Appeal.objects.create(abandonment_id=case, text="It was the train.", at=timezone.now())
    assert void(case, rita, seen=first.pk, verdict=UPHOLD).pk > first.pk


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_decides_about_a_game_in_which_they_had_a_seat(four, seat):
    """The leaver, and a player who is still at that running game."""
    case = leave(four, 0)
    with pytest.raises(Refused, match="You had a seat in this game"):
        void(case, four[seat])
    assert not Decision.objects.exists()
    assert standing(four[0]) == (-1, 0, 0, 0, 1, 1)


def test_whoever_had_left_that_game_before_does_not_decide_either(four):
    ann, bea, cal, dan = four
    leave(four, 3)
    case = leave([ann, bea, cal, None], 0)
    with pytest.raises(Refused, match="You had a seat"):
        void(case, dan)
    with pytest.raises(Refused, match="You had a seat"):
        void(case, bea)
    post(finished([None, bea, cal, None], (1, 2, 3, 4)))
    with pytest.raises(Refused, match="You had a seat"):
        void(case, dan)


def test_another_game_at_the_same_table_is_no_conflict(four):
    eve = person("Eve")
    case = leave(four, 0)
    post(finished([eve, *four[1:]], (1, 2, 3, 4), ref=ref(number=2)))
    assert void(case, eve)


def test_in_bulk_each_refused_case_is_named(four):
    ann, bea, cal, dan = four
    rita = reviewer()
    fine, own = leave(four, 0), leave([rita, bea, cal, dan], 1, ref=ref(table="t2"))
    wishes = [Wish(case_id=number, seen=NOT_YET) for number in (fine, own, 999)]
    decided, refused = decide_all(wishes, rita, VOID, "An outage.", timezone.now())
    assert decided == [fine]
    day = Abandonment.objects.get(pk=own).at
    assert refused == [
        f"Case {own} (Bea, Black Lady, {day:%d %B %Y}): You had a seat in this game: another reviewer has to decide.",
        "Case 999: There is no such case.",
    ]
    assert standing(ann) == (0, 0, 0, 0, 0, 0)
    assert standing(bea) == (-1, 0, 0, 0, 1, 1)


def test_a_decision_is_logged_with_its_reviewer_and_not_its_reason(four, caplog):
    caplog.set_level(logging.INFO)
    case, rita = leave(four, 0), reviewer()
    void(case, rita)
    (line,) = [r.getMessage() for r in caplog.records if "case_decided" in r.getMessage()]
    assert "'verdict': 'void'" in line
    assert f"'case': {case}" in line
    assert "'reviewer': 'Rita'" in line
    assert "cut" not in line


def test_a_decision_whose_entries_fail_is_not_there_either(four, monkeypatch):
    case = leave(four, 0)
    monkeypatch.setattr("ladder.review.decisions.ledger.reverse", lambda *_, **__: False)
    with pytest.raises(RuntimeError, match="decided by somebody else"):
        void(case, reviewer())
    assert not Decision.objects.exists()
