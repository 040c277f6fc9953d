"""What leaving a scored game costs: each row of the table (spec: portal, Leaving the table)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.api import Basis, Leaving, Seat
from ladder.points import DRAW, LOSS, WIN


class Cause(StrEnum):
    """Why somebody counts as having left."""

    EXIT = "exit"
    NEW_GAME = "new-game"
    ACCOUNT_CLOSED = "account-closed"
    CONNECTION = "connection"
    TIME = "time"
    INACTIVITY = "inactivity"

    @property
    def is_chosen(self) -> bool:
        """Whether the player did it on purpose, after having been told the cost."""
        return self in (Cause.EXIT, Cause.NEW_GAME, Cause.ACCOUNT_CLOSED)


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """What a leaving is worth.

    Points are −1, 0, +1, or None: nothing is recorded. `others` has every other seat, partners included;
    the ledger pays only people who still sit there. `ends` tells whether the game is over; otherwise a
    computer of the table's level takes the seat. `clause` is the stable id of the rule. `for_review`:
    nobody gets points before a reviewer has looked. `sentence` tells the leaver the cost.
    """

    clause: str
    leaver: int | None
    others: Mapping[Seat, int | None]
    ends: bool
    sentence: str
    for_review: bool = False


@dataclass(frozen=True, kw_only=True)
class Leaver:
    """A seat that has fallen due to leave, and why."""

    seat: Seat
    due_at: datetime
    cause: Cause


def in_order(leavers: Iterable[Leaver]) -> tuple[Leaver, ...]:
    """Who leaves first: by the instant at which each fell due, then by seat; a seat leaves once, for the
    first of its causes (spec: portal, Leaving, 'Two who leave').
    """
    first: dict[Seat, Leaver] = {}
    for leaver in sorted(leavers, key=lambda one: (one.due_at, one.seat, list(Cause).index(one.cause))):
        first.setdefault(leaver.seat, leaver)
    return tuple(first.values())


def settle(rule: Leaving, basis: Basis, leaver: Seat) -> Settlement:
    """What it is worth if `leaver` leaves now. Raises ValueError where the seat or the sides do not fit the
    rule.
    """
    return _RULES[_fitting(rule, basis, leaver)](basis, leaver)


def settle_absence(rule: Leaving, basis: Basis, leaver: Seat, present: Collection[Seat]) -> Settlement:
    """`settle` for a cause that nobody chose (connection, time, inactivity).

    `present`: the seats that have a connection now; a computer's seat always counts as present. In a
    two-sided game with neither the leaver nor anyone of the other side there, nobody gets points and the
    case goes to the reviewers (spec: portal, Leaving, 'Two who leave'). A leaver who is connected (and let
    the time run out, or did not answer) did not leave by absence.
    """
    fitting = _fitting(rule, basis, leaver)
    opponents = [seat for side in basis.sides if leaver not in side for seat in side]
    if fitting is Leaving.SINGLES or leaver in present or any(seat in present for seat in opponents):
        return settle(rule, basis, leaver)
    return Settlement(
        clause=f"{fitting}/both-sides-absent",
        leaver=None,
        others=_others(basis, leaver),
        ends=True,
        sentence="Neither side was connected: no points for anyone, and the reviewers look at the game.",
        for_review=True,
    )


def _fitting(rule: Leaving, basis: Basis, leaver: Seat) -> Leaving:
    """The rule that applies: a game of single players with two seats is a two-player game like others."""
    if not any(leaver in side for side in basis.sides):
        raise ValueError(f"Seat {leaver} is in none of the sides {basis.sides!r}.")
    if len(basis.sides) != len(basis.scores) or len(basis.sides) < 2:
        raise ValueError(f"The sides {basis.sides!r} and the scores {basis.scores!r} do not fit together.")
    if rule is not Leaving.SINGLES and len(basis.sides) > 2:
        raise ValueError(f"The leaving rule {rule!r} is for two sides; these are {basis.sides!r}.")
    return Leaving.DUEL if rule is Leaving.SINGLES and len(basis.sides) == 2 else rule


def _margin(basis: Basis, leaver: Seat) -> int:
    """How far the leaver's side is ahead of the best other one; below 0: behind."""
    own = next(i for i, side in enumerate(basis.sides) if leaver in side)
    return basis.scores[own] - max(score for i, score in enumerate(basis.scores) if i != own)


def _is_first_hand(basis: Basis) -> bool:
    return basis.one_hand or basis.hands_completed == 0


def _others(
    basis: Basis, leaver: Seat, partners: int | None = None, opponents: int | None = None
) -> dict[Seat, int | None]:
    return {
        seat: partners if leaver in side else opponents
        for side in basis.sides
        for seat in side
        if seat != leaver
    }


def _singles(basis: Basis, leaver: Seat) -> Settlement:
    """Spec: portal, Leaving, rows 1–3."""
    cost, takes_over = "Leaving now costs you one point", "a computer takes your seat."
    if _is_first_hand(basis):
        clause, points, words = "first-hand", LOSS, f"{cost}; {takes_over}"
    elif _margin(basis, leaver) > 0:
        words = f"You are alone in the lead: leaving now costs and wins you nothing; {takes_over}"
        return _single("leading", None, words, basis, leaver)
    else:
        clause, points, words = "not-leading", LOSS, f"{cost}, as you are not alone in the lead; {takes_over}"
    return _single(clause, points, words, basis, leaver)


def _single(clause: str, points: int | None, words: str, basis: Basis, leaver: Seat) -> Settlement:
    others = _others(basis, leaver)
    return Settlement(clause=f"singles/{clause}", leaver=points, others=others, ends=False, sentence=words)


def _partners(basis: Basis, leaver: Seat) -> Settlement:
    """Spec: portal, Leaving, rows 4–6. The whole first hand and one-hand games are level."""
    margin = 0 if _is_first_hand(basis) else _margin(basis, leaver)
    if margin > 0:
        return _ended(
            "partners/ahead", None, _others(basis, leaver, WIN),
            "Your side is ahead: leaving now costs and wins you nothing, your partner gets one point. "
            "The game ends.",
        )  # fmt: skip
    if margin == 0:
        return _ended(
            "partners/level", LOSS, _others(basis, leaver, DRAW),
            "Leaving now costs you one point, your partner none. The game ends.",
        )  # fmt: skip
    return _ended(
        "partners/behind", LOSS, _others(basis, leaver, LOSS, WIN),
        "Your side is behind: leaving now costs you one point and your partner too, your opponents get one. "
        "The game ends.",
    )  # fmt: skip


def _material(basis: Basis, leaver: Seat) -> Settlement:
    """Spec: portal, Leaving, rows 7 and 8. Resigning (row 9) is an act of the game, not leaving."""
    if _margin(basis, leaver) < 0:
        return _ended(
            "material/behind", LOSS, _others(basis, leaver, opponents=WIN),
            "You have less material: leaving now costs you one point, your opponent gets one. The game ends.",
        )  # fmt: skip
    return _ended(
        "material/not-behind", DRAW, _others(basis, leaver, opponents=DRAW),
        "You are not behind in material: leaving now is worth 0 points to you both. The game ends.",
    )  # fmt: skip


def _duel(basis: Basis, leaver: Seat) -> Settlement:
    """Spec: portal, Leaving, rows 10 and 11."""
    if not _is_first_hand(basis) and _margin(basis, leaver) > 0:
        return _ended(
            "duel/leading", None, _others(basis, leaver),
            "You are alone in the lead: leaving now costs and wins you nothing. The game ends.",
        )  # fmt: skip
    return _ended(
        "duel/first-hand" if _is_first_hand(basis) else "duel/not-leading",
        LOSS,
        _others(basis, leaver, opponents=WIN),
        "Leaving now costs you one point, your opponent gets one. The game ends.",
    )


def _ended(clause: str, points: int | None, others: Mapping[Seat, int | None], words: str) -> Settlement:
    return Settlement(clause=clause, leaver=points, others=others, ends=True, sentence=words)


_RULES: Mapping[Leaving, Callable[[Basis, Seat], Settlement]] = {
    Leaving.SINGLES: _singles,
    Leaving.PARTNERS: _partners,
    Leaving.MATERIAL: _material,
    Leaving.DUEL: _duel,
}
