"""The fixed facts of Black Lady."""

from games.api import GameInfo, Leaving, RuleSet
from games.black_lady.presets import PRESETS

DEFAULT_SEATS = 4
REASONS = {
    "pass": "Chose three cards that it would rather not play itself.",
    "opening": "The hand opens with this card.",
    "lead": "Led {suit}: led {times} times before in this hand.",
    "lead-first": "Led {suit}, which nobody had led in this hand.",
    "under": "Stayed under the {best}.",
    "last-safe": "Took a trick without points, as the last to play.",
    "last-points": "Took the trick with its points, as the last to play.",
    "over": "Went over the {best}.",
    "throw-queen": "Had no {suit}: the queen of spades goes to whoever takes this trick.",
    "throw-points": "Had no {suit}: threw points on somebody else's trick.",
    "throw": "Had no {suit}: threw a card that costs nothing here.",
}
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
