"""Which names may be taken, and which are the same name."""

import pytest
from django.core.exceptions import ValidationError

from portal.accounts.name_key import KEY_LENGTH, name_key
from portal.accounts.names import clean_name


def refusal(name: str, **kind: bool) -> str:
    with pytest.raises(ValidationError) as caught:
        clean_name(name, **kind)
    return str(caught.value.code)


@pytest.mark.parametrize(
    "twin",
    [
        "ANNA",
        "аnnа",  # Cyrillic а
        "Ａｎｎａ",
        "Ånna",
        " anna ",
        "𝐀nna",
    ],
)
def test_spellings_that_look_like_one_name_have_one_key(twin: str) -> None:
    assert name_key(twin) == name_key("Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [("lan", "Ian"), ("B0b", "Bob"), ("Marnie", "Mamie"), ("vvill", "Will"), ("Сара", "Capa")],
)
def test_letters_that_a_quick_eye_takes_for_one_another_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Ann", "Ann B"), ("Нина", "Hnha"), ("Ann1", "Ann2")]
)
def test_names_that_look_different_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_key_never_outgrows_its_column() -> None:
    assert len(name_key("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 20)) <= KEY_LENGTH


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Ann-Marie O'Neil",
        "Björn",
        "Нина",
        "日本太郎",
        "田中 Ken",
        "สมชาย",
        "Guestling",
        "<b onclick=x>q</b>",
    ],
)
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_full_width_letters_and_double_spaces_are_made_plain() -> None:
    assert clean_name("  Ａｎｎ   Bee ") == "Ann Bee"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Al", "short"),
        ("x" * 21, "long"),
        ("An\u200bna", "unseen"),
        ("An\u202ena", "unseen"),
        ("An\nna", "unseen"),
        ("An\tna", "unseen"),
        ("Ann\ufe0f", "unseen"),
        ("ㅤㅤㅤ", "unseen"),
        ("Аnna", "mixed"),
        ("ΝΑΝΑ", "looks-latin"),
        ("ann@home", "at"),
        ("Ann ✓", "sign"),
        ("---", "no-letter"),
        ("Z\u0337\u0337\u0337\u0337oe", "marks"),
    ],
)
def test_other_names_are_refused_with_the_reason(name: str, code: str) -> None:
    assert refusal(name) == code


@pytest.mark.parametrize(
    "name",
    ["Iris", "lris", "JUNO", "Nóva", "Ada.", "admin", "Adm1n", "admin 1", "Moderator", "Closed Account"],
)
def test_the_portals_own_names_are_kept(name: str) -> None:
    assert refusal(name) == "reserved"
    assert refusal(name, guest=True) == "reserved"


@pytest.mark.parametrize("name", ["guest", "Guest 4821", "GUEST_1"])
def test_guests_names_are_for_guests(name: str) -> None:
    assert refusal(name) == "guest"
    assert clean_name(name, guest=True) == name


def test_a_refusal_says_how_much_is_too_much() -> None:
    with pytest.raises(ValidationError, match="Take 3 away"):
        clean_name("x" * 23)
