"""The option form of Black Lady, and what cannot go together."""

from __future__ import annotations

from typing import Any

import pytest
from positions import ENGINE, TABLES

from games.api import BadOptions


def bad(raw: dict[str, Any], seats: int = 4) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        ENGINE.normalise(raw, seats)
    assert caught.value.sentence.endswith(".")
    return caught.value


def test_a_record_holds_only_what_differs() -> None:
    raw = {"rule_set": "portal", "length": {"target": 50}, "passing": True, "announce_queen": True}
    assert ENGINE.normalise(raw, 4) == {
        "rule_set": "portal",
        "length": {"target": 50},
        "announce_queen": True,
    }


def test_normalising_twice_changes_nothing() -> None:
    for rule_set, seats in TABLES:
        once = ENGINE.normalise({"rule_set": rule_set, "penalty_free_tricks": 3}, seats)
        assert ENGINE.normalise(once, seats) == once


@pytest.mark.parametrize(
    ("rule_set", "offered"),
    [
        ("portal", [{"target": 50}, {"target": 100}, *({"hands": n} for n in range(1, 21))]),
        ("american", [{"target": 100}]),
        ("british", [{"target": 100}]),
    ],
)
def test_lengths_offered(rule_set: str, offered: list[dict[str, int]]) -> None:
    length = ENGINE.options(rule_set, 4)[0]
    assert length.name == "length"
    assert [choice.value for choice in length.choices] == offered
    for value in offered:
        assert ENGINE.normalise({"rule_set": rule_set, "length": value}, 4)["length"] == value


@pytest.mark.parametrize(
    "length",
    [None, 100, [], {}, {"target": 70}, {"hands": 0}, {"hands": 21}, {"hands": True}, {"hands": 4.0},
     {"hands": "4"}, {"target": 50, "hands": 4}, {"target": 10**400}],
)  # fmt: skip
def test_other_lengths_are_refused(length: Any) -> None:
    assert bad({"rule_set": "portal", "length": length}).option == "length"


@pytest.mark.parametrize("rule_set", [None, "", "Portal", 4, ["portal"], "no\nsuch"])
def test_unknown_rule_sets_are_refused(rule_set: Any) -> None:
    assert bad({"rule_set": rule_set}).option == "rule_set"


@pytest.mark.parametrize(
    ("rule_set", "seats"), [("portal", 3), ("american", 5), ("british", 5), ("classic", 2), ("dutch", 3)]
)
def test_other_numbers_of_players_are_refused(rule_set: str, seats: int) -> None:
    assert bad({"rule_set": rule_set}, seats).option == "seats"


@pytest.mark.parametrize(
    ("name", "value"),
    [("penalty_free_tricks", 4), ("penalty_free_tricks", -1), ("penalty_free_tricks", True),
     ("passing", 1), ("passing", None), ("announce_queen", "yes"), ("hearts_must_be_broken", 0)],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_refused(name: str, value: Any) -> None:
    assert bad({"rule_set": "portal", name: value}).option == name


@pytest.mark.parametrize(
    ("rule_set", "name"),
    [
        ("dutch", "passing"),
        ("dutch", "keep_queen_and_two"),
        ("dutch", "open_with_two"),
        ("british", "open_with_two"),
    ],
)
def test_what_makes_no_sense_is_unavailable_and_says_why(rule_set: str, name: str) -> None:
    (option,) = (option for option in ENGINE.options(rule_set, 4) if option.name == name)
    assert option.unavailable.endswith(".")
    assert option.default is False
    assert option.unavailable in bad({"rule_set": rule_set, name: True}).sentence
    assert name not in ENGINE.normalise({"rule_set": rule_set, name: False}, 4)


@pytest.mark.parametrize(
    ("rule_set", "changes", "option"),
    [
        ("classic", {"queen_breaks_hearts": True}, "queen_breaks_hearts"),
        ("portal", {"queen_breaks_hearts": True, "hearts_must_be_broken": False}, "queen_breaks_hearts"),
        ("portal", {"keep_queen_and_two": True, "passing": False}, "keep_queen_and_two"),
    ],
)
def test_what_cannot_go_together(rule_set: str, changes: dict[str, bool], option: str) -> None:
    assert bad({"rule_set": rule_set, **changes}).option == option


def test_every_option_changes_the_rules_in_words() -> None:
    for rule_set, seats in TABLES:
        standing = ENGINE.normalise({"rule_set": rule_set}, seats)
        for option in ENGINE.options(rule_set, seats)[1:]:
            if option.unavailable:
                continue
            other = next(choice.value for choice in option.choices if choice.value != option.default)
            more = {"hearts_must_be_broken": True} if option.name == "queen_breaks_hearts" else {}
            plain = ENGINE.normalise({**standing, **more}, seats)
            changed = ENGINE.normalise({**plain, option.name: other}, seats)
            if option.name == "hearts_must_be_broken" or changed != plain:
                assert ENGINE.describe(changed, seats) != ENGINE.describe(plain, seats), (
                    rule_set,
                    option.name,
                )


def test_the_rules_of_a_table_in_words() -> None:
    options = ENGINE.normalise({"rule_set": "british", "penalty_free_tricks": 2}, 3)
    assert ENGINE.describe(options, 3) == (
        "3 players get 17 cards each, from a full deck without the two of clubs.",
        "Before each hand everyone passes three cards to the left.",
        "The deal moves one seat to the left each hand; the seat on the dealer's left leads first.",
        "Follow the suit that was led if you can; else play any card. The highest of it wins the trick.",
        "In the first two tricks nobody plays a card that costs points while another card is legal.",
        "Hearts may be led from then on.",
        "Penalty points: the queen of spades 13, the ace of hearts 5, the king of hearts 4, "
        "the queen of hearts 3, the jack of hearts 2, each other heart 1; 36 in a hand.",
        "Taking every penalty point of a hand earns nothing special.",
        "The game ends after the hand in which somebody reaches 100 points.",
        "The lowest total wins; while several share it the target rises by 50, until one is in front.",
    )
