"""Deals as they may lie: whatever a seat cannot see, dealt out within all that it knows."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.api import Seat, View
from games.black_lady.legality import open_to
from games.black_lady.presets import TWO_OF_CLUBS
from games.black_lady.rules import HEARTS_BITS, QUEEN_BIT, Rules
from games.cards import CARDS, SUIT, SUIT_BITS, bits
from games.trials import deal_out

ALL = (1 << 52) - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What a seat knows of a hand that is passed or played. Sets of cards are bits; tuples are by seat."""

    seat: Seat
    own: int
    trick: tuple[int, ...]
    leader: Seat
    done: int
    """Finished tricks."""
    played: int
    points: tuple[int, ...]
    """Penalty points taken in the finished tricks."""
    held: tuple[int, ...]
    """Cards known to be in a hand: the own ones, what was passed on, an announced queen."""
    room: tuple[int, ...]
    """How many more cards each hand has."""
    never: tuple[int, ...]
    """Cards that a seat has shown not to hold."""
    loose: int
    """Cards that may be anybody's."""

    def deal(self, rng: Random) -> list[int]:
        """All hands, the unseen cards at random."""
        dealt = deal_out(self.loose, self.room, self.never, rng)
        return [known | new for known, new in zip(self.held, dealt, strict=True)]


def known(view: View, seat: Seat, rules: Rules) -> Known:
    """What the view of this seat, which has to choose or to play, says and implies."""
    running = view["trick"] or {"cards": [], "leader": 0}
    own = bits(view["hand"])
    played, never = _shown(view, rules)
    held = [0] * rules.seats
    held[seat] = own
    if view["pass"] and view["pass"].get("passed"):
        held[view["pass"]["to"]] |= bits(view["pass"]["passed"]) & ~played
    if view["queen_seat"] is not None and not played & QUEEN_BIT:
        held[view["queen_seat"]] |= QUEEN_BIT
    if view["phase"] == "playing" and rules.two_leads and not (played | own) >> TWO_OF_CLUBS & 1:
        held[view["leader"]] |= 1 << TWO_OF_CLUBS
    return Known(
        seat=seat,
        own=own,
        trick=tuple(CARDS[laid["card"]] for laid in running["cards"]),
        leader=running["leader"],
        done=len(view["tricks"]),
        played=played,
        points=tuple(view["points"]),
        held=tuple(held),
        room=tuple(count - known.bit_count() for count, known in zip(view["counts"], held, strict=True)),
        never=tuple(never),
        loose=rules.deck & ~played & ~sum(held),
    )


def _shown(view: View, rules: Rules) -> tuple[int, list[int]]:
    """All cards played so far, and by seat those that it cannot have held when it played another (spec: Black Lady,
    Play, 2 to 4).
    """
    tricks = [trick["cards"] for trick in (*view["tricks"], view["trick"] or {"cards": []})]
    played, never = 0, [0] * rules.seats
    for done, laid in enumerate(tricks):
        trick: list[int] = []
        for one in laid:
            card = CARDS[one["card"]]
            never[one["seat"]] |= _ruled_out(rules, trick, done, played, card)
            trick.append(card)
            played |= 1 << card
    return played, never


def _ruled_out(rules: Rules, trick: list[int], done: int, played: int, card: int) -> int:
    """The cards each of which, held besides, would have made it illegal to play `card`."""
    out = 0
    if trick and SUIT[card] != SUIT[trick[0]]:
        out |= SUIT_BITS[SUIT[trick[0]]]
    if not trick and rules.must_break and not played & rules.breakers and 1 << card & HEARTS_BITS:
        out |= ALL & ~HEARTS_BITS
    if done < rules.free_tricks and 1 << card & rules.penalties:
        suit = SUIT_BITS[SUIT[card]] if trick and SUIT[card] == SUIT[trick[0]] else ALL
        out |= suit & ~rules.penalties
    both = 1 << card | QUEEN_BIT
    if both != QUEEN_BIT and rules.first_chance and open_to(rules, trick, done, played, both) == QUEEN_BIT:
        out |= QUEEN_BIT
    return out
