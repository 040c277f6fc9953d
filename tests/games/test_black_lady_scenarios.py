"""Situations in which other programs went wrong, each with the right outcome here."""

from __future__ import annotations

from random import Random

import pytest
from positions import (
    ENGINE,
    after_a_hand,
    deal_event,
    dealt,
    legal_cards,
    new,
    pass_all,
    playing,
    refused,
    steps,
)

from games.black_lady.play import result
from games.registry import game

TEN_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH"
SEED_OF_LONG_GAMES = 6
"""Random play from this seed lasts for five hands in both rule sets."""
TWELVE_HEARTS = f"{TEN_HEARTS} QH KH"


# HRT-01: penalty cards in the first trick


def test_first_trick_discards_leave_out_penalty_cards() -> None:
    state = playing("american", f"5D AD {TEN_HEARTS} QS", trick="2C", after=0)
    assert legal_cards(state) == "5D AD"


def test_first_trick_allows_everything_from_a_hand_of_penalty_cards_only() -> None:
    state = playing("american", f"{TWELVE_HEARTS} QS", trick="2C", after=0)
    assert legal_cards(state) == f"{TWELVE_HEARTS} QS"


def test_first_trick_with_a_club_in_hand_allows_clubs_only() -> None:
    state = playing("american", f"9C AD {TEN_HEARTS} QS", trick="2C", after=0)
    assert legal_cards(state) == "9C"


# HRT-02: leading hearts after the queen was discarded


@pytest.mark.parametrize(("queen_breaks_hearts", "legal"), [(False, "3C"), (True, "3C 8H")])
def test_only_a_heart_breaks_hearts_unless_the_queen_does_too(queen_breaks_hearts: bool, legal: str) -> None:
    state = playing("portal", "3C 8H", after=4, played="QS", queen_breaks_hearts=queen_breaks_hearts)
    assert legal_cards(state) == legal


def test_a_played_heart_breaks_hearts() -> None:
    assert legal_cards(playing("portal", "3C 8H", after=4, played="2H")) == "3C 8H"


# HRT-03: where cards are passed, round by round


@pytest.mark.parametrize(
    ("rule_set", "receivers"), [("american", [1, 3, 2, None, 1]), ("british", [1, 1, 1, 1, 1])]
)
def test_cards_go_left_right_across_nowhere_and_again(rule_set: str, receivers: list[int | None]) -> None:
    rng = Random(SEED_OF_LONG_GAMES)
    state = new(rule_set)
    for receiver in receivers:
        state = ENGINE.resolve(state, deal_event(state, {0: "2H 3H 4H"}))
        view = ENGINE.view(state, 0)
        if receiver is None:
            assert view["phase"] == "playing"
            assert view["pass"] is None
        else:
            assert view["pass"]["to"] == receiver
            assert ENGINE.view(state, receiver)["pass"]["from"] == 0
            others = [ENGINE.legal(state, seat).of[-3:] for seat in (1, 2, 3)]
            state = pass_all(state, ["2H 3H 4H", *(" ".join(cards) for cards in others)])
            assert {"2H", "3H", "4H"} <= set(ENGINE.view(state, receiver)["hand"])
            assert set(ENGINE.view(state, receiver)["pass"]["received"]) == {"2H", "3H", "4H"}
        ENGINE.check(state)
        assert ENGINE.view(state, None)["counts"] == [13] * 4
        while ENGINE.chance(state) is None:
            (seat,) = ENGINE.due(state)
            state = ENGINE.act(state, seat, rng.choice(ENGINE.legal(state, seat).acts))


# HRT-04: choosing from the dealt hand


def test_cards_are_chosen_from_the_dealt_hand_three_different_ones() -> None:
    state = dealt("american", {0: "AS KS QS", 1: "2D 3D 4D 5D"})
    state = ENGINE.act(state, 0, "pass AS KS QS")
    assert refused(state, 1, "pass QS 2D 3D").code == "not-in-hand"
    assert refused(state, 1, "pass 2D 2D 3D").code == "pass-twice"
    assert refused(state, 1, "pass 2D 3D").code == "pass-count"
    before = ENGINE.view(state, 1)
    assert not {"AS", "KS", "QS"} & set(before["hand"])
    assert before["pass"]["chosen"] == [0]
    assert before["pass"]["mine"] is None
    state = ENGINE.act(state, 1, "pass 2D 3D 4D")
    for seat in (2, 3):
        state = ENGINE.act(state, seat, "pass " + " ".join(ENGINE.legal(state, seat).of[:3]))
    assert {"AS", "KS", "QS"} <= set(ENGINE.view(state, 1)["hand"])


# HRT-05: the end of a game to a target


def test_99_is_not_the_end() -> None:
    state = after_a_hand("american", (90, 60, 55, 29), (9, 1, 5, 11))
    assert ENGINE.completed_hands(state)[-1].totals == (99, 61, 60, 40)
    assert ENGINE.result(state) is None
    assert ENGINE.chance(state) is not None


def test_100_after_a_hand_is_the_end_and_the_lowest_wins() -> None:
    state = after_a_hand("american", (90, 60, 55, 29), (10, 1, 4, 11))
    end = result(state)
    assert end is not None
    assert end.places == (4, 3, 2, 1)


def test_there_is_no_end_within_a_hand() -> None:
    for state, _ in steps(ENGINE, new("american").rules.given, 4, Random(3)):
        if ENGINE.due(state):
            assert ENGINE.result(state) is None
    assert max(ENGINE.completed_hands(state)[-1].totals) >= 100


# HRT-06: naming a card that is not in hand


def test_a_card_not_in_hand_is_refused_before_the_suit_is_looked_at() -> None:
    state = playing("american", "9C 8H", trick="6H", after=5)
    assert refused(state, 0, "play 3H").code == "not-in-hand"
    refusal = refused(state, 0, "play 9C")
    assert refusal.code == "follow-suit"
    assert refusal.sentence == "Hearts were led and you hold one. Play a heart."
    assert legal_cards(ENGINE.act(state, 0, "play 8H"), 1) == ""


# UND-03: a computer player sees its own view only


@pytest.mark.parametrize("level", [1, 2])
def test_swapped_hidden_hands_change_no_choice_in_200_positions(level: int) -> None:
    found, rng, positions, changed = game("black-lady"), Random(4), 0, 0
    assert found.exchange is not None
    while positions < 200:
        for state, _ in steps(ENGINE, new("portal").rules.given, 4, rng):
            for seat in sorted(ENGINE.due(state))[:1] if rng.random() < 0.4 else ():
                other = found.exchange(state, seat, rng)
                changed += other != state
                positions += 1
                choices = [found.bot(ENGINE.view(world, seat), seat, level, 0) for world in (state, other)]
                assert choices[0] == choices[1]
    assert changed > 100
