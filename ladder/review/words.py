"""The desk's codes in plain words: causes, and the rules that were applied."""

from ladder.leaving import Cause

CAUSES = {
    Cause.EXIT: "left by Exit",
    Cause.NEW_GAME: "began another game of the kind",
    Cause.ACCOUNT_CLOSED: "closed the account",
    Cause.CONNECTION: "without a connection for too long",
    Cause.TIME: "ran out of move time",
    Cause.INACTIVITY: "did not answer “still there?”",
}

_SIDES_ABSENT = "Nobody of either side was connected: no points for anyone before the reviewers have looked."
CLAUSES = {
    "singles/first-hand": "Single players, first hand or a one-hand game: the leaver loses a point.",
    "singles/leading": "Single players, leaver alone in the lead on completed hands: no points recorded.",
    "singles/not-leading": "Single players, leaver not alone in the lead on completed hands: "
    "the leaver loses a point.",
    "partners/ahead": "Partners, own side ahead on completed hands: no points recorded for the leaver, "
    "the partner gets one, the opponents none.",
    "partners/level": "Partners, level (so is the whole first hand): the leaver loses a point, "
    "the partner gets 0, the opponents none.",
    "partners/behind": "Partners, own side behind on completed hands: leaver and partner lose a point each, "
    "the opponents get one each.",
    "material/behind": "Leaver behind in material: the leaver loses a point, the opponent gets one.",
    "material/not-behind": "Leaver level or ahead in material: 0 points for both.",
    "duel/leading": "Two players, leaver alone in the lead on completed hands: no points recorded for either.",
    "duel/first-hand": "Two players, first hand or a one-hand game: the leaver loses a point, "
    "the opponent gets one.",
    "duel/not-leading": "Two players, leaver not alone in the lead on completed hands: "
    "the leaver loses a point, the opponent gets one.",
    "partners/both-sides-absent": _SIDES_ABSENT,
    "material/both-sides-absent": _SIDES_ABSENT,
    "duel/both-sides-absent": _SIDES_ABSENT,
}
"""By `ladder.leaving.Settlement.clause` (spec: portal, Leaving the table)."""


def cause_words(cause: str) -> str:
    """As "ran out of move time"; a cause that is no longer known as it was written."""
    return CAUSES.get(cause, cause)  # type: ignore[call-overload]


def clause_words(clause: str) -> str:
    """The rule in a sentence; one that is no longer known by its id."""
    return CLAUSES.get(clause, clause)


def points_words(points: int | None) -> str:
    """As "−1 point", "none recorded"."""
    if points is None:
        return "none recorded"
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{abs(points)} point{'' if abs(points) == 1 else 's'}"
