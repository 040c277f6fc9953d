"""Draws the sheet of card faces: `manage.py draw_cards` writes `portal/static/portal/cards.svg`.

Everything on it is drawn by the numbers below, in a box of 100 × 140. Colours come from the page: the suit is
`currentColor`, the second colour of the courts `var(--court)`, the face `var(--card)`.
"""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

SHEET = Path("portal/static/portal/cards.svg")
RANKS = "23456789TJQKA"

# Suit signs around (0, 0), about 20 wide and high.
SIGNS = {
    "C": (
        "M-1.3 4.3A5 5 0 1 1-4.7-2.3A5.1 5.1 0 1 1 4.7-2.3A5 5 0 1 1 1.3 4.3Q1.6 8 4.2 10"
        "H-4.2Q-1.6 8-1.3 4.3Z"
    ),
    "D": "M0-10.5Q3.6-4.5 8 0Q3.6 4.5 0 10.5Q-3.6 4.5-8 0Q-3.6-4.5 0-10.5Z",
    "H": "M0 10C-2.5 5-9.6 2-9.6-3.6A5.1 5.1 0 0 1 0-5.7A5.1 5.1 0 0 1 9.6-3.6C9.6 2 2.5 5 0 10Z",
    "S": (
        "M0-10.5C2.8-5.5 9.4-2 9.4 3A4.7 4.7 0 0 1 1.5 5.6Q1.8 8.4 4.2 10H-4.2"
        "Q-1.8 8.4-1.5 5.6A4.7 4.7 0 0 1-9.4 3C-9.4-2-2.8-5.5 0-10.5Z"
    ),
}

# Rank figures as strokes in a box of 20 × 28.
FIGURES = {
    "2": "M2.5 8A7.5 7.5 0 1 1 15.5 13L2.5 26H18",
    "3": "M3 2.5H16.5L9 11.5A7.5 7.5 0 1 1 2 20.5",
    "4": "M14 26V2.5L2 19H18.5",
    "5": "M16.5 2.5H5L4 13A7.5 7.5 0 1 1 2.5 21.5",
    "6": "M14.5 2Q3 8 3 18.5A7.2 7.2 0 1 0 4.5 14.5",
    "7": "M2.5 2.5H17.5Q9 13 8 26",
    "8": "M10 13A5.6 5.6 0 1 1 10.01 13A6.6 6.6 0 1 1 9.99 13Z",
    "9": "M5.5 26Q17 20 17 9.5A7.2 7.2 0 1 0 15.5 13.5",
    "T": "M1 2.5V26M14 2.5A5.5 5.5 0 0 1 19.5 8V20.5A5.5 5.5 0 0 1 8.5 20.5V8A5.5 5.5 0 0 1 14 2.5Z",
    "J": "M8 2.5H16M13 2.5V18A6 6 0 0 1 2 20.5",
    "Q": "M10 2.5A7.5 7.5 0 0 1 17.5 10V18A7.5 7.5 0 0 1 2.5 18V10A7.5 7.5 0 0 1 10 2.5ZM12 19L18.5 27",
    "K": "M4 2.5V26M16.5 2.5L4.5 16M8.5 11.5L17.5 26",
    "A": "M2 26L10 2.5L18 26M5 18H15",
}

# Pips as (column, row): columns left, middle, right; rows in 24ths of the height, from the top.
LEFT, MIDDLE, RIGHT = 39.0, 50.0, 61.0
TWO, FOUR, SIX = [(50, 0), (50, 24)], [(39, 0), (61, 0), (39, 24), (61, 24)], [(39, 12), (61, 12)]
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [*TWO],
    "3": [*TWO, (50, 12)],
    "4": [*FOUR],
    "5": [*FOUR, (50, 12)],
    "6": [*FOUR, *SIX],
    "7": [*FOUR, *SIX, (50, 6)],
    "8": [*FOUR, *SIX, (50, 6), (50, 18)],
    "9": [*FOUR, (39, 8), (61, 8), (39, 16), (61, 16), (50, 12)],
    "T": [*FOUR, (39, 8), (61, 8), (39, 16), (61, 16), (50, 4), (50, 20)],
}
TOP, BOTTOM = 26.0, 114.0

# Half a court figure above the middle line; the other half is the same turned round.
# `s` is the suit's colour, `g` gold, `f` the face, `o` an outline.
COURTS = {
    "K": [
        ("s", "M36 70V61Q37 52 50 52Q63 52 64 61V70Z"),
        ("g", "M45 53L50 70L55 53Z"),
        ("f", "M43 37H57V47Q57 55 50 57Q43 55 43 47Z"),
        ("s", "M43 46Q50 49 57 46V50Q57 58 50 61Q43 58 43 50ZM47.5 50.5H52.5V49H47.5Z"),
        ("g", "M41 37L39 24L45.5 30L50 21L54.5 30L61 24L59 37Z"),
        ("o", "M41 34H59M46.5 42.5H47.5M52.5 42.5H53.5"),
    ],
    "Q": [
        ("s", "M36 70V63Q38 54 50 54Q62 54 64 63V70Z"),
        ("s", "M41 36Q37 48 40 57Q50 60 60 57Q63 48 59 36Z"),
        ("f", "M44 37H56V46Q56 53 50 55Q44 53 44 46Z"),
        (
            "g",
            (
                "M42 36Q40 30 41 27L46 31L50 24L54 31L59 27Q60 30 58 36ZM43.5 62"
                "A1.8 1.8 0 1 1 43.4 62ZM50 64A1.8 1.8 0 1 1 49.9 64ZM56.5 62"
                "A1.8 1.8 0 1 1 56.4 62Z"
            ),
        ),
        ("o", "M47 43.5H48M52 43.5H53M48.5 50Q50 51 51.5 50"),
    ],
    "J": [
        ("s", "M36 70V62Q38 53 50 53Q62 53 64 62V70Z"),
        ("g", "M36 70V65L64 58V64L42 70Z"),
        ("s", "M42 38Q41 47 43 53H57Q59 47 58 38Z"),
        ("f", "M44.5 38H55.5V47Q55.5 53 50 55Q44.5 53 44.5 47Z"),
        ("s", "M40 38Q39 29 48 28H54Q60 29 60 38Z"),
        ("g", "M57 33Q66 30 66 20Q58 22 55 31ZM40 38V35.5H60V38Z"),
        ("o", "M47.2 44H48.2M51.8 44H52.8M48.5 50H51.5"),
    ],
}
FILLS = {"s": 'fill="currentColor"', "g": 'fill="var(--court)"', "f": 'fill="var(--card)"'}
STROKE = 'fill="none" stroke="currentColor" stroke-linecap="round"'
OUTLINE = f'{STROKE} stroke-width="1.4"'
FRAME = "M38 16H62A4 4 0 0 1 66 20V120A4 4 0 0 1 62 124H38A4 4 0 0 1 34 120V20A4 4 0 0 1 38 16ZM34 70H66"
PART = re.compile(r"([MLHVQCAZ])([^A-Z]*)")
NUMBER = re.compile(r"-?(?:\d*\.\d+|\d+)")


def moved(path: str, x: float = 0, y: float = 0, scale: float = 1, *, turned: bool = False) -> str:
    """The path scaled, turned round if asked, and moved: one path for many pips is quicker than many with transforms."""
    factor = -scale if turned else scale

    def along(numbers: list[float]) -> list[float]:
        return [at * factor + (y if i % 2 else x) for i, at in enumerate(numbers)]

    parts = []
    for letter, text in PART.findall(path):
        numbers = [float(number) for number in NUMBER.findall(text)]
        if letter == "V":
            numbers = [numbers[0] * factor + y]
        elif letter == "A":
            numbers = [*(radius * scale for radius in numbers[:2]), *numbers[2:5], *along(numbers[5:])]
        else:
            numbers = along(numbers)
        parts.append(letter + " ".join(f"{round(number, 2):g}" for number in numbers).replace(" -", "-"))
    return "".join(parts)


def both(path: str) -> str:
    """The path, and the same turned round the middle of the card."""
    return path + moved(path, 100, 140, turned=True)


def drawn(path: str, paint: str) -> str:
    return f'<path d="{path}" {paint}/>'


def signs(rank: str, suit: str) -> str:
    """The suit in both corners, and the pips."""
    corners = both(moved(SIGNS[suit], 15, 52, 0.98))
    if rank == "A":
        return corners + moved(SIGNS[suit], 50, 70, 2)
    return corners + "".join(
        moved(SIGNS[suit], x, TOP + (BOTTOM - TOP) * row / 24, 0.8, turned=row > 12)
        for x, row in PIPS.get(rank, [])
    )


def court(rank: str) -> str:
    """The layers of the figure, each in both halves: they meet in the middle line and overlap nowhere."""
    outlines = FRAME + "".join(both(path) for kind, path in COURTS[rank] if kind == "o")
    layers = (drawn(both(path), FILLS[kind]) for kind, path in COURTS[rank] if kind != "o")
    return "".join(layers) + drawn(outlines, OUTLINE)


def face(rank: str, suit: str) -> str:
    figures = both(moved(FIGURES[rank], 5, 8.5))
    return (
        f'<symbol id="{rank}{suit}" viewBox="0 0 100 140">'
        + drawn(figures, f'{STROKE} stroke-linejoin="round" stroke-width="4.2"')
        + drawn(signs(rank, suit), FILLS["s"])
        + (court(rank) if rank in COURTS else "")
        + "</symbol>"
    )


def sheet() -> str:
    faces = "\n".join(face(rank, suit) for suit in SIGNS for rank in RANKS)
    suits = "\n".join(
        f'<symbol id="{suit}" viewBox="-11 -11 22 22"><path fill="currentColor" d="{sign}"/></symbol>'
        for suit, sign in SIGNS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{faces}\n{suits}\n</svg>\n'


class Command(BaseCommand):
    help = "Draw the sheet of card faces anew."

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / SHEET
        path.write_text(sheet(), encoding="utf-8")
        self.stdout.write(f"{SHEET}: {path.stat().st_size} bytes")
