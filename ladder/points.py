"""What the final places of a scored game are worth."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Seat

WIN, DRAW, LOSS = 1, 0, -1


def points_of(places: Sequence[int], sides: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    """The points of each seat, in seat order (spec: portal, Points).

    `places` are by seat, 1 is first and ties are equal; `sides` partition the seats, and the seats of a
    side share one place. Two sides: win +1, draw 0, loss −1. More: a sole first gets +1, several firsts 0
    each, everyone in the last place −1, all others 0; all level is 0 each. Length and target change
    nothing.

    >>> points_of((1, 3, 2, 3), ((0,), (1,), (2,), (3,)))
    (1, -1, 0, -1)

    Raises ValueError where places and sides do not fit together.
    """
    side_places = _places_by_side(places, sides)
    best, worst = min(side_places), max(side_places)
    worth = {worst: LOSS, best: WIN if side_places.count(best) == 1 else DRAW}
    if best == worst:
        worth = {best: DRAW}
    return tuple(worth.get(place, DRAW) for place in places)


def _places_by_side(places: Sequence[int], sides: Sequence[Sequence[Seat]]) -> list[int]:
    if sorted(seat for side in sides for seat in side) != list(range(len(places))):
        raise ValueError(f"The sides {sides!r} do not hold each of the {len(places)} seats once.")
    if len(sides) < 2 or not all(sides):
        raise ValueError(f"Points need two sides or more, each with a seat; these are {sides!r}.")
    shared = [{places[seat] for seat in side} for side in sides]
    if any(len(of_side) > 1 for of_side in shared):
        raise ValueError(f"Partners share one place; the places {places!r} of the sides {sides!r} differ.")
    return [of_side.pop() for of_side in shared]
