"""Choosing, changing and taking back the cards to pass; what others see of it; what a record keeps."""

from __future__ import annotations

import pytest
from positions import ENGINE, dealt, pass_all, refused

from games.black_lady.state import State


def first_three(state: State, seat: int) -> str:
    return " ".join(ENGINE.legal(state, seat).of[:3])


def test_everyone_is_due_until_they_have_chosen() -> None:
    state = dealt("portal", {})
    assert ENGINE.due(state) == {0, 1, 2, 3}
    state = ENGINE.act(state, 2, f"pass {first_three(state, 2)}")
    assert ENGINE.due(state) == {0, 1, 3}
    legal = ENGINE.legal(state, 2)
    assert (legal.choose, legal.verb, legal.optional) == (3, "pass", ("take-back",))


def test_a_choice_may_be_changed_until_the_last_has_chosen() -> None:
    state = dealt("portal", {0: "AS KS QS 2D 3D 4D"})
    state = ENGINE.act(state, 0, "pass AS KS QS")
    state = ENGINE.act(state, 0, "pass 2D 3D 4D")
    assert ENGINE.due(state) == {1, 2, 3}
    state = pass_all_but_first(state)
    assert {"2D", "3D", "4D"} <= set(ENGINE.view(state, 1)["hand"])
    assert {"AS", "KS", "QS"} <= set(ENGINE.view(state, 0)["hand"])
    assert refused(state, 0, "pass AS KS QS").code == "unknown-act"


def pass_all_but_first(state: State) -> State:
    for seat in (1, 2, 3):
        state = ENGINE.act(state, seat, f"pass {first_three(state, seat)}")
    return state


def test_a_choice_may_be_taken_back() -> None:
    fresh = dealt("portal", {})
    assert refused(fresh, 0, "take-back").code == "nothing-chosen"
    state = ENGINE.act(fresh, 0, f"pass {first_three(fresh, 0)}")
    assert ENGINE.act(state, 0, "take-back") == fresh


def test_the_order_of_the_cards_does_not_matter() -> None:
    state = dealt("portal", {0: "AS KS QS"})
    assert ENGINE.act(state, 0, "pass AS KS QS") == ENGINE.act(state, 0, "pass QS AS KS")


def test_playing_before_all_have_passed_is_refused() -> None:
    assert refused(dealt("portal", {}), 0, "play 2C").code == "pass-first"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("pass", "pass-count"),
        ("pass 2C 3C 4C 5C", "pass-count"),
        ("pass 2C 3C XX", "no-such-card"),
        ("pass 2c 3c 4c", "no-such-card"),
        ("pass  2C 3C 4C", "no-such-card"),
    ],
)
def test_choices_of_the_wrong_form_are_refused(act: str, code: str) -> None:
    assert refused(dealt("portal", {0: "2C 3C 4C 5C"}), 0, act).code == code


def test_nobody_sees_a_choice_of_somebody_else() -> None:
    before = dealt("portal", {})
    after = ENGINE.act(before, 0, f"pass {first_three(before, 0)}")
    other = ENGINE.act(before, 0, "pass " + " ".join(ENGINE.legal(before, 0).of[-3:]))
    for viewer in (1, 2, 3, None):
        assert ENGINE.view(after, viewer) == ENGINE.view(other, viewer)
    assert ENGINE.view(after, 0)["pass"]["mine"] != ENGINE.view(other, 0)["pass"]["mine"]


def test_after_passing_each_sees_what_they_gave_and_got_and_spectators_nothing() -> None:
    state = dealt("portal", {})
    chosen = [first_three(state, seat) for seat in range(4)]
    state = pass_all(state, chosen)
    for seat in range(4):
        shown = ENGINE.view(state, seat)["pass"]
        assert shown["passed"] == chosen[seat].split()
        assert shown["received"] == chosen[(seat - 1) % 4].split()
        assert (shown["to"], shown["from"]) == ((seat + 1) % 4, (seat - 1) % 4)
    assert ENGINE.view(state, None)["pass"]["received"] == []


def test_nothing_of_a_choice_outlives_its_hand() -> None:
    state = pass_all_but_first(
        ENGINE.act(dealt("portal", {}), 0, f"pass {first_three(dealt('portal', {}), 0)}")
    )
    while ENGINE.chance(state) is None:
        (seat,) = ENGINE.due(state)
        state = ENGINE.act(state, seat, ENGINE.legal(state, seat).acts[0])
    chance = ENGINE.chance(state)
    assert chance is not None
    state = ENGINE.resolve(state, chance.event(chance.items))
    shown = ENGINE.view(state, 0)["pass"]
    assert (shown["direction"], shown["chosen"], shown["mine"]) == ("right", [], None)


def test_a_record_keeps_each_last_choice_where_it_was_made() -> None:
    def act(seat: int, text: str) -> dict[str, object]:
        return {"seat": seat, "act": text}

    deal = {"chance": "deal", "hands": []}
    log = [deal, act(0, "pass A"), act(1, "pass B"), act(0, "pass C"), act(2, "pass D"), act(2, "take-back")]
    assert ENGINE.recorded(log) == [deal, act(1, "pass B"), act(0, "pass C")]
    log += [act(2, "pass E"), act(3, "pass F"), act(0, "play G"), deal, act(0, "pass H")]
    kept = [act(1, "pass B"), act(0, "pass C"), act(2, "pass E"), act(3, "pass F"), act(0, "play G"), deal]
    assert ENGINE.recorded(log) == [deal, *kept, act(0, "pass H")]
