"""Computer players of Black Lady: a pure function of the seat's view, the level and the budget."""

from __future__ import annotations

from games.api import BotChoice, Reason, Seat, View


def choose(view: View, seat: Seat, level: int, budget: int) -> BotChoice:
    """The first legal act, whatever the level."""
    legal = view["legal"]
    if legal["acts"]:
        return BotChoice(act=legal["acts"][0], reason=Reason(code="lead-first"))
    return BotChoice(
        act=" ".join([legal["verb"], *legal["of"][: legal["choose"]]]), reason=Reason(code="pass")
    )
