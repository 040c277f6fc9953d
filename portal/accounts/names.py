"""Which names may be taken: 3 to 20 visible characters of one alphabet, nobody's and nothing's name
(spec: table-page, Accounts)."""

import re
import unicodedata
from typing import Any, NoReturn

from confusable_homoglyphs.categories import alias
from django.core.exceptions import ValidationError

from portal.accounts.name_key import latin_reading, name_key

SHORTEST, LONGEST = 3, 20
MOST_MARKS_IN_A_ROW = 2  # Thai and Vietnamese need two; more only climb out of their line
CLOSED_NAME = "closed account"
COMPUTER_NAMES = ("Iris", "Nova", "Ada", "Juno")
_SITE_NAMES = (
    "admin", "administrator", "sysadmin", "moderator", "mod", "root", "system", "staff", "support", "portal",
    "game portal", "reviewer", "operator", "owner", "official", "security", "computer", "bot", "spectator",
    "everyone", "nobody", "somebody", "anonymous", "unknown", "deleted", "none", "null", "undefined", "you",
    CLOSED_NAME,
)  # fmt: skip

_UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_ALPHABETS = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
)  # written together in Japan, Korea and Taiwan; apart from these a name keeps to one alphabet


def clean_name(raw: str, *, guest: bool = False) -> str:
    """The name as it will be shown: compatibility forms (full width) made plain, spaces single.

    Raises ValidationError with a code and one plain sentence. Whether somebody has the name is asked
    elsewhere (`portal.accounts.taken`). `guest` allows names that begin with "Guest", which accounts may not.
    """
    _refuse_unseen(raw)
    name = " ".join(unicodedata.normalize("NFKC", raw).split(" ")).strip()
    name = re.sub(" +", " ", name)
    _refuse_unseen(name)
    _refuse_length(name)
    _refuse_signs(name)
    _refuse_mixture(name)
    _refuse_reserved(name, guest=guest)
    return name


def display_name(user: Any) -> str:
    """What allauth calls somebody in messages and mails."""
    return str(user.display_name)


def is_reserved(name: str) -> bool:
    """Whether the name, in any look-alike spelling, is a computer player's or the site's own."""
    compact = _compact(name)
    return (
        compact in _COMPUTER_KEYS or re.sub(r"[\dlo]+$", "", compact) in _SITE_STEMS or compact in _SITE_KEYS
    )


def _refuse(code: str, sentence: str) -> NoReturn:
    raise ValidationError(sentence, code=code)


def _refuse_unseen(text: str) -> None:
    for char in text:
        category = unicodedata.category(char)
        if (
            category in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
            or char in _UNSEEN_LETTERS
            or _selects(char)
        ):
            _refuse(
                "unseen", "This name holds a sign that cannot be seen. Type it anew with letters and digits."
            )


def _selects(char: str) -> bool:
    return "VARIATION SELECTOR" in unicodedata.name(char, "")


def _refuse_length(name: str) -> None:
    if len(name) < SHORTEST:
        _refuse("short", f"A name has at least {SHORTEST} characters. Add {SHORTEST - len(name)} or more.")
    if len(name) > LONGEST:
        _refuse("long", f"A name has at most {LONGEST} characters. Take {len(name) - LONGEST} away.")


def _refuse_signs(name: str) -> None:
    for char in name:
        if char == "@":
            _refuse("at", "A name cannot hold @, so that it is never taken for an e-mail address.")
        if not (
            char.isascii() or unicodedata.category(char)[0] in "LM" or unicodedata.category(char) == "Nd"
        ):
            _refuse(
                "sign", f"A name cannot hold {char}. Letters, digits, spaces and the signs of a keyboard can."
            )
    if not any(char.isalnum() for char in name):
        _refuse("no-letter", "A name needs at least one letter or digit.")
    if re.search(rf"M{{{MOST_MARKS_IN_A_ROW + 1}}}", "".join(unicodedata.category(char)[0] for char in name)):
        _refuse("marks", "Too many marks stand on one letter of this name. Leave some out.")


def _refuse_mixture(name: str) -> None:
    scripts = {alias(char) for char in name} - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in _ALPHABETS):
        _refuse("mixed", "This name mixes letters of different alphabets. Write it in one alphabet.")
    reading = latin_reading(name)
    if reading is not None and name_key(reading) != name_key(name):
        _refuse("looks-latin", "This name looks like Latin letters but is not. Write it in Latin letters.")


def _refuse_reserved(name: str, *, guest: bool) -> None:
    if is_reserved(name):
        _refuse("reserved", "This name is kept for the portal itself. Take another one.")
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    if not guest and re.match(r"\W*guest(?![a-z])", plain):
        _refuse("guest", "Names that begin with “Guest” are for people without an account. Take another one.")


def _compact(name: str) -> str:
    return "".join(char for char in name_key(name) if char.isalnum())


_COMPUTER_KEYS = frozenset(map(_compact, COMPUTER_NAMES))
_SITE_KEYS = frozenset(map(_compact, _SITE_NAMES))
_SITE_STEMS = frozenset(re.sub(r"[\dlo]+$", "", key) for key in _SITE_KEYS if len(key) > len(SHORTEST * "x"))
