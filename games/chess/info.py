"""The fixed facts of chess."""

from games.api import GameInfo, Leaving, RuleSet

WHITE, BLACK = 0, 1
"""The seats (spec: chess)."""
SIDES = ("White", "Black")
REASONS = {
    "only": "{move} is the only legal move.",
    "mate": "{move} is checkmate.",
    "winning": "{move} looks best: mate is coming.",
    "losing": "{move} holds out longest against the mate that is coming.",
    "ahead": "{move} looks best: ahead by about {pawns} pawns.",
    "level": "{move} looks best: the sides stand about level.",
    "behind": "{move} looks best: still behind by about {pawns} pawns.",
    "second": "{move} is the second choice.",
    "quick": "{move} looks good at first sight.",
    "no-engine": "{move} is legal: no better move is found in time.",
    "accept": "Takes the draw: it sees no advantage for itself.",
    "decline": "Declines the draw: it sees an advantage for itself.",
    "decline-unsure": "Declines the draw: it cannot judge the position in time.",
    "claim": "Claims the draw: it sees no advantage for itself.",
}
ENDINGS = {
    "checkmate": "Checkmate.",
    "stalemate": "Stalemate: a draw.",
    "insufficient-material": "Neither side can mate any more: a draw.",
    "fivefold-repetition": "The same position has come for the fifth time: a draw.",
    "seventy-five-moves": "75 moves without a capture or a pawn's move: a draw.",
    "draw-agreed": "A draw was agreed.",
    "draw-claimed": "A draw was claimed.",
    "resigned": "Resigned.",
}
INFO = GameInfo(
    slug="chess",
    title="Chess",
    summary="The board game for two, by the international rules.",
    leaving=Leaving.MATERIAL,
    hidden=False,
    rule_sets=(
        RuleSet(
            slug="",
            title="Standard",
            summary="Sixteen pieces each, from the usual position.",
            seats=(2,),
            default_seats=2,
        ),
    ),
    min_move_time_s=20,
    levels=(1, 2, 3),
    hands=False,
    seat_names=SIDES,
    endings=ENDINGS,
    reasons=REASONS,
)
