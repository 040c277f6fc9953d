"""Which names are the same name: pure, without Django (spec: table-page, Accounts).

Two names are the same when their keys are equal. A key forgets case, width, accents and which alphabet a
look-alike letter came from: "Anna", "ANNA", "Ånna" and "Аnna" with a Cyrillic А have one key. Look-alikes
come from the Unicode table of confusables (package `confusable-homoglyphs`); the signs that it keeps apart by
case, and pairs that a quick eye takes for one letter, are folded on top.
"""

import unicodedata
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

KEY_LENGTH = 120  # the longest expansion of one sign that survives is a few letters

_PAIRS = (("rn", "m"), ("vv", "w"))
_SAME = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "`": "'"})


def name_key(name: str) -> str:
    """The folded form of a name, at most KEY_LENGTH long. Any text is taken, valid as a name or not."""
    folded = _plain(unicodedata.normalize("NFKC", name).strip().casefold())
    key = "".join(_lookalike(char) for char in folded).casefold().translate(_SAME)
    for pair, single in _PAIRS:
        key = key.replace(pair, single)
    return " ".join(key.split())[:KEY_LENGTH]


def latin_reading(name: str) -> str | None:
    """What the name reads as if each letter, case included, is taken for the Latin one it looks like; None if
    some letter looks like none."""
    letters = [_ascii_twin(char) for char in _plain(name)]
    return None if None in letters else "".join(letter for letter in letters if letter)


def _plain(text: str) -> str:
    """Without the accents of Latin, Greek and Cyrillic letters; marks of other scripts mean more and stay."""
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFKD", text):
        if unicodedata.combining(char) == 0:
            base = char
        elif _drops_accents(base):
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _drops_accents(base: str) -> bool:
    return base != "" and unicodedata.name(base, "").startswith(("LATIN", "GREEK", "CYRILLIC"))


@lru_cache(maxsize=4096)
def _lookalike(char: str) -> str:
    """The Latin letters that a small letter looks like itself, or else by its capital, or else the letter."""
    return _ascii_twin(char) or (_ascii_twin(char.upper()) or char).casefold()


@lru_cache(maxsize=4096)
def _ascii_twin(char: str) -> str | None:
    if char.isascii():
        return char
    twins = [twin["c"] for twin in confusables_data.get(char, ()) if twin["c"].isascii()]
    return twins[0] if twins else None
