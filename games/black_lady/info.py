"""The fixed facts of Black Lady."""

from games.api import GameInfo, Leaving, RuleSet
from games.black_lady.presets import PRESETS

DEFAULT_SEATS = 4
REASONS = {
    "pass": "Chose three cards to pass.",
    "opening": "The two of clubs opens the hand.",
    "lead-new": "Led {suit}, which nobody had led in this hand.",
    "lead-again": "Led {suit}, led {times} before in this hand.",
    "under": "Stayed under the {best}.",
    "over": "Went over the {best}, with others still to play.",
    "last-safe": "Took a trick that costs nothing, as the last to play.",
    "last-points": "Took the trick as the last to play, though it costs points.",
    "throw-queen": "Had no {suit}: the queen of spades goes to whoever wins this trick.",
    "throw-points": "Had no {suit}: the {card} costs whoever wins this trick.",
    "throw": "Had no {suit}: the {card} costs nobody anything.",
}
"""Each says only what everybody at the table saw, so that no reason gives a hidden card away."""
INFO = GameInfo(
    slug="black-lady",
    title="Black Lady",
    summary="The trick game also known as Hearts: dodge every heart and, above all, the queen of spades.",
    leaving=Leaving.SINGLES,
    hidden=True,
    rule_sets=tuple(
        RuleSet(slug=slug, title=p.title, summary=p.summary, seats=p.seats, default_seats=DEFAULT_SEATS)
        for slug, p in PRESETS.items()
    ),
    reasons=REASONS,
)
