"""Each additional arrangement, in every rule set in which it makes sense: with it, and without."""

from __future__ import annotations

from typing import Any

import pytest
from positions import ENGINE, TABLES, dealt, legal_cards, playing, refused, rules

from games.black_lady.presets import PRESETS
from games.cards import CARDS, NAMES, cards_of

EVERYWHERE = pytest.mark.parametrize(("rule_set", "seats"), TABLES)
PASSING_TABLES = [(rule_set, seats) for rule_set, seats in TABLES if rule_set != "dutch"]
TWO_LEADS_TABLES = [(rule_set, seats) for rule_set, seats in TABLES if PRESETS[rule_set].two_leads]


def free(tricks: int, **more: Any) -> dict[str, Any]:
    return {"penalty_free_tricks": tricks, **more}


# penalty_free_tricks


@EVERYWHERE
@pytest.mark.parametrize("tricks", [0, 1, 2, 3])
@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_bar_on_discards(rule_set: str, seats: int, tricks: int, done: int) -> None:
    state = playing(rule_set, "9D 8H QS", trick="9C", seats=seats, after=done, **free(tricks))
    assert legal_cards(state) == ("9D" if done < tricks else "9D 8H QS")


@EVERYWHERE
def test_bar_on_following(rule_set: str, seats: int) -> None:
    state = playing(rule_set, "9S QS KS", trick="8S", seats=seats, after=1, **free(2))
    assert legal_cards(state) == "9S KS"
    assert refused(state, 0, "play QS").code == "penalty-barred"


@EVERYWHERE
def test_bar_on_leads(rule_set: str, seats: int) -> None:
    state = playing(rule_set, "9D 8H QS", seats=seats, after=1, played="7H", **free(2))
    assert legal_cards(state) == "9D"
    assert "first two tricks" in refused(state, 0, "play 8H").sentence


@EVERYWHERE
def test_bar_falls_where_only_penalty_cards_would_be_legal(rule_set: str, seats: int) -> None:
    assert legal_cards(playing(rule_set, "9D 8H TH", trick="7H", seats=seats, after=1, **free(3))) == "8H TH"
    assert legal_cards(playing(rule_set, "8H QS", trick="7D", seats=seats, after=1, **free(3))) == "8H QS"


def test_the_jack_of_clubs_is_barred_in_dutch_only() -> None:
    assert legal_cards(playing("dutch", "9C JC", trick="8C", **free(2))) == "9C"
    assert legal_cards(playing("portal", "9C JC", trick="8C", **free(2))) == "9C JC"


@pytest.mark.parametrize(
    ("rule_set", "tricks"), [("portal", 1), ("american", 1), ("british", 0), ("dutch", 0)]
)
def test_the_bar_stands_as_the_rule_set_has_it(rule_set: str, tricks: int) -> None:
    assert rules(rule_set).free_tricks == tricks


# hearts_must_be_broken, queen_breaks_hearts


@EVERYWHERE
def test_hearts_must_be_broken(rule_set: str, seats: int) -> None:
    on = playing(rule_set, "9D 8H", seats=seats, after=4, hearts_must_be_broken=True)
    assert legal_cards(on) == "9D"
    assert refused(on, 0, "play 8H").code == "hearts-not-broken"
    assert (
        legal_cards(playing(rule_set, "9D 8H", seats=seats, after=4, hearts_must_be_broken=False)) == "9D 8H"
    )


@EVERYWHERE
def test_a_hand_of_hearts_only_may_lead_one(rule_set: str, seats: int) -> None:
    state = playing(rule_set, "8H KH", seats=seats, after=4, hearts_must_be_broken=True)
    assert legal_cards(state) == "8H KH"


@EVERYWHERE
def test_with_hearts_and_the_queen_only_the_queen_is_led(rule_set: str, seats: int) -> None:
    state = playing(rule_set, "8H QS", seats=seats, after=4, hearts_must_be_broken=True)
    assert legal_cards(state) == "QS"


@EVERYWHERE
@pytest.mark.parametrize(("breaks", "legal"), [(True, "9D 8H"), (False, "9D")])
def test_queen_breaks_hearts(rule_set: str, seats: int, breaks: bool, legal: str) -> None:
    options = {"hearts_must_be_broken": True, "queen_breaks_hearts": breaks}
    state = playing(rule_set, "9D 8H", seats=seats, after=4, played="QS", **options)
    assert legal_cards(state) == legal
    assert ENGINE.view(state, 0)["hearts_broken"] is breaks


def test_passing_a_heart_breaks_nothing() -> None:
    state = dealt("portal", {})
    for seat in range(4):
        state = ENGINE.act(state, seat, "pass " + " ".join(ENGINE.legal(state, seat).of[-3:]))
    assert ENGINE.view(state, 0)["hearts_broken"] is False


# announce_queen


@EVERYWHERE
def test_announce_queen(rule_set: str, seats: int) -> None:
    for announced in (True, False):
        state = dealt(rule_set, {1: "QS"}, seats=seats, announce_queen=announced)
        if PRESETS[rule_set].standing()["passing"]:
            assert ENGINE.view(state, 0)["queen_seat"] is None
            for seat in range(seats):
                of = [card for card in ENGINE.legal(state, seat).of if card != "QS"]
                state = ENGINE.act(state, seat, "pass " + " ".join(of[:3]))
        for viewer in (0, 1, None):
            assert ENGINE.view(state, viewer)["queen_seat"] == (1 if announced else None)


def test_queen_is_announced_right_after_the_deal_where_nothing_is_passed() -> None:
    state = dealt("classic", {2: "QS"}, passing=False, announce_queen=True)
    assert ENGINE.view(state, None)["queen_seat"] == 2


# queen_at_first_chance


@EVERYWHERE
def test_queen_must_be_thrown_when_unable_to_follow(rule_set: str, seats: int) -> None:
    on = playing(rule_set, "9D 8H QS", trick="9C", seats=seats, after=4, queen_at_first_chance=True)
    assert legal_cards(on) == "QS"
    assert refused(on, 0, "play 9D").code == "queen-due"
    assert legal_cards(playing(rule_set, "9D 8H QS", trick="9C", seats=seats, after=4)) == "9D 8H QS"


@EVERYWHERE
@pytest.mark.parametrize("higher", ["KS", "AS"])
def test_queen_must_go_under_a_higher_spade(rule_set: str, seats: int, higher: str) -> None:
    options = {"queen_at_first_chance": True}
    assert legal_cards(playing(rule_set, "9S QS", f"8S {higher}", seats, after=4, **options)) == "QS"
    assert legal_cards(playing(rule_set, "9S QS", f"8S {higher}", seats, after=4)) == "9S QS"
    assert legal_cards(playing(rule_set, "9S QS", "8S JS", seats, after=4, **options)) == "9S QS"


@EVERYWHERE
def test_queen_may_stay_while_another_suit_is_followed_or_she_leads(rule_set: str, seats: int) -> None:
    options = {"queen_at_first_chance": True}
    assert legal_cards(playing(rule_set, "9D QS", "8D", seats, after=4, **options)) == "9D"
    assert legal_cards(playing(rule_set, "9D QS", "", seats, after=4, played="7H", **options)) == "9D QS"


@EVERYWHERE
def test_the_bar_goes_before_the_queens_first_chance(rule_set: str, seats: int) -> None:
    options = free(2, queen_at_first_chance=True)
    assert legal_cards(playing(rule_set, "9D QS", "8C", seats, after=1, **options)) == "9D"
    assert legal_cards(playing(rule_set, "9S QS", "8S AS", seats, after=1, **options)) == "9S"
    assert legal_cards(playing(rule_set, "8H QS", "8C", seats, after=1, **options)) == "QS"


# keep_queen_and_two


@pytest.mark.parametrize(("rule_set", "seats"), PASSING_TABLES)
def test_queen_and_two_stay(rule_set: str, seats: int) -> None:
    has_two = rules(rule_set, seats).deck >> CARDS["2C"] & 1
    state = dealt(rule_set, {0: "2C QS 9H" if has_two else "QS 9H"}, seats=seats, keep_queen_and_two=True)
    of = ENGINE.legal(state, 0).of
    assert not {"QS", "2C"} & set(of)
    third = next(card for card in of if card != "9H")
    assert refused(state, 0, f"pass QS 9H {third}").code == "may-not-pass"
    if has_two:
        assert refused(state, 0, f"pass 2C 9H {third}").code == "may-not-pass"
    allowed = dealt(rule_set, {0: "QS 9H"}, seats=seats)
    assert ENGINE.due(ENGINE.act(allowed, 0, f"pass QS 9H {ENGINE.legal(allowed, 0).of[0]}")) == set(
        range(1, seats)
    )


# passing


@pytest.mark.parametrize(("rule_set", "seats"), PASSING_TABLES)
def test_without_passing_the_deal_goes_straight_to_play(rule_set: str, seats: int) -> None:
    assert ENGINE.view(dealt(rule_set, {}, seats=seats), 0)["phase"] == "passing"
    state = dealt(rule_set, {}, seats=seats, passing=False)
    assert ENGINE.view(state, 0)["phase"] == "playing"
    assert len(ENGINE.due(state)) == 1


def test_dutch_never_passes() -> None:
    assert ENGINE.view(dealt("dutch", {}), 0)["phase"] == "playing"


# open_with_two


@pytest.mark.parametrize(("rule_set", "seats"), TWO_LEADS_TABLES)
def test_the_holder_of_the_two_of_clubs_leads(rule_set: str, seats: int) -> None:
    options = {"passing": False, "penalty_free_tricks": 0, "hearts_must_be_broken": False}
    must = dealt(rule_set, {2: "2C 9D"}, seats=seats, open_with_two=True, **options)
    assert ENGINE.due(must) == {2}
    assert legal_cards(must, 2) == "2C"
    assert refused(must, 2, "play 9D").code == "open-with-two"
    free_lead = dealt(rule_set, {2: "2C 9D"}, seats=seats, open_with_two=False, **options)
    assert ENGINE.due(free_lead) == {2}
    assert len(legal_cards(free_lead, 2).split()) == rules(rule_set, seats).hand_size


def test_a_free_first_lead_obeys_the_other_options() -> None:
    state = dealt("portal", {0: "2C 9D 8H QS"}, passing=False, open_with_two=False)
    legal = legal_cards(state).split()
    assert "9D" in legal
    assert not {"8H", "QS"} & set(legal)
    assert refused(state, 0, "play 8H").code == "hearts-not-broken"
    assert refused(state, 0, "play QS").code == "penalty-barred"


@pytest.mark.parametrize(("rule_set", "seats"), [("british", 3), ("british", 4), ("dutch", 4)])
def test_left_of_the_dealer_leads_and_the_deal_moves_on(rule_set: str, seats: int) -> None:
    table = rules(rule_set, seats)
    assert [table.dealer(hand) for hand in range(1, 6)] == [hand % seats for hand in range(5)]
    state = dealt(rule_set, {}, seats=seats)
    view = ENGINE.view(state, None)
    assert (view["dealer"], view["leader"]) == (0, 1)


# decks


@pytest.mark.parametrize(
    ("rule_set", "seats", "size", "out"),
    [
        ("portal", 4, 13, ""),
        ("american", 4, 13, ""),
        ("british", 4, 13, ""),
        ("british", 3, 17, "2C"),
        ("classic", 4, 13, ""),
        ("classic", 3, 17, "2S"),
        ("classic", 5, 10, "2D 2S"),
    ],
)
def test_decks_and_hands(rule_set: str, seats: int, size: int, out: str) -> None:
    table = rules(rule_set, seats)
    assert table.hand_size == size
    assert set(NAMES) - set(table.items) == set(out.split())
    assert sum(table.points[card] for card in cards_of(table.deck)) == table.total


def test_dutch_plays_with_32_cards_from_the_seven() -> None:
    table = rules("dutch")
    assert (table.hand_size, len(table.items)) == (8, 32)
    assert {name[0] for name in table.items} == set("789TJQKA")
    costs = {name: table.points[CARDS[name]] for name in ("JC", "QS", "7H", "AH", "AS", "JS")}
    assert costs == {"JC": 2, "QS": 5, "7H": 1, "AH": 1, "AS": 0, "JS": 0}


def test_british_hearts_cost_more_the_higher() -> None:
    table = rules("british")
    costs = {name: table.points[CARDS[name]] for name in ("QS", "AH", "KH", "QH", "JH", "TH", "2H")}
    assert costs == {"QS": 13, "AH": 5, "KH": 4, "QH": 3, "JH": 2, "TH": 1, "2H": 1}
