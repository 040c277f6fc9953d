"""The fixed facts of Spades."""

from games.api import GameInfo, Leaving, RuleSet

SEATS = 4
SIDES = ((0, 2), (1, 3))
REASONS = {
    "bid": "Bids what the hand looks worth.",
    "bid-tried": "Bids what did best when it tried out how the cards may lie.",
    "nil": "Means to take no trick at all.",
    "lead-short": "Leads {suit}; the side is {missing} short of its bid.",
    "lead-made": "Leads {suit}; the side has made its bid.",
    "under": "Stays under the {best}.",
    "over": "Goes over the {best}.",
    "over-partner": "Goes over the partner's {best}.",
    "partner": "Leaves the trick to the partner's {best}.",
    "trump": "Has no {suit} and trumps with the {card}.",
    "throw": "Has no {suit} and throws the {card} away.",
}
"""Each says only what everybody at the table saw, so that no reason gives a hidden card away."""
INFO = GameInfo(
    slug="spades",
    title="Spades",
    summary="Two against two: bid how many tricks you will take with your partner, then take them.",
    leaving=Leaving.PARTNERS,
    hidden=True,
    levels=(1, 2, 3),
    rule_sets=(
        RuleSet(
            slug="",
            title="Partnership",
            summary="Partners opposite, spades are trumps, one round of bids with nil.",
            seats=(SEATS,),
            default_seats=SEATS,
        ),
    ),
    reasons=REASONS,
)


def side_of(seat: int) -> int:
    """The side of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat % len(SIDES)
