"""The legal cards of Black Lady told a second time, in lists of names and straight from the rules' words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.api import View

RANKS = "23456789TJQKA"


def legal_cards(view: View) -> list[str]:
    """The cards that the seat to play may play, worked out from its view alone."""
    hand: list[str] = list(view["hand"])
    table = [laid["card"] for laid in view["trick"]["cards"]]
    played = [laid["card"] for trick in view["tricks"] for laid in trick["cards"]] + table
    options = view["options"]
    cards = _following(hand, table) if table else _leading(hand, played, options)
    if len(view["tricks"]) < options["penalty_free_tricks"]:
        cards = [card for card in cards if card not in view["card_points"]] or cards
    if options["queen_at_first_chance"] and table and "QS" in cards:
        void = not any(card[1] == table[0][1] for card in hand)
        beaten = table[0][1] == "S" and ("KS" in table or "AS" in table)
        if void or beaten:
            return ["QS"]
    return cards


def _following(hand: list[str], table: Sequence[str]) -> list[str]:
    return [card for card in hand if card[1] == table[0][1]] or hand


def _leading(hand: list[str], played: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    if options["open_with_two"] and not played:
        return ["2C"]
    broken = any(card[1] == "H" for card in played) or (options["queen_breaks_hearts"] and "QS" in played)
    if options["hearts_must_be_broken"] and not broken:
        return [card for card in hand if card[1] != "H"] or hand
    return hand


def trick_winner(cards: Sequence[Mapping[str, Any]]) -> int:
    """The seat of the highest card of the suit led."""
    suit = cards[0]["card"][1]
    best = max(
        (laid for laid in cards if laid["card"][1] == suit), key=lambda laid: RANKS.index(laid["card"][0])
    )
    seat: int = best["seat"]
    return seat
