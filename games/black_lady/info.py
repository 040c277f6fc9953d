"""The fixed facts of Black Lady."""

from games.api import GameInfo, Leaving, RuleSet
from games.black_lady.presets import PRESETS

DEFAULT_SEATS = 4
REASONS = {
    "pass": "Passes the three cards that look most dangerous.",
    "pass-tried": "Passes the three cards that it did best without when it tried out how the others' cards may lie.",
    "opening": "The two of clubs opens the hand.",
    "lead-new": "Leads {suit}, which nobody has led in this hand.",
    "lead-again": "Leads {suit}, led {times} before in this hand.",
    "under": "Stays under the {best}.",
    "over": "Goes over the {best}, with others still to play.",
    "last-safe": "Takes a trick that costs nothing, as the last to play.",
    "last-points": "Takes the trick as the last to play, though it costs points.",
    "throw-queen": "Has no {suit}: the queen of spades goes to whoever wins this trick.",
    "throw-points": "Has no {suit}: the {card} costs whoever wins this trick.",
    "throw": "Has no {suit}: the {card} costs nobody anything.",
}
"""Each says only what everybody at the table saw, so that no reason gives a hidden card away."""
INFO = GameInfo(
    slug="black-lady",
    title="Black Lady",
    summary="The trick game also known as Hearts: dodge every heart and, above all, the queen of spades.",
    leaving=Leaving.SINGLES,
    hidden=True,
    levels=(1, 2, 3),
    rule_sets=tuple(
        RuleSet(slug=slug, title=p.title, summary=p.summary, seats=p.seats, default_seats=DEFAULT_SEATS)
        for slug, p in PRESETS.items()
    ),
    reasons=REASONS,
)
