"""A chess table without a database."""

from __future__ import annotations

from games.registry import game
from portal.tables import commands as c
from portal.tables.lifecycle import Status
from portal.tables.snapshot import SeatState, Setup, Snapshot
from tests.portal.tables.decide.at_rest import NOON, Game, player


class ChessTable(Game):
    """Two seats with so many people, the rest computers; started. Seat 0 is the host and White."""

    def __init__(self, people: int = 2, *, scored: bool = True, start: str = "") -> None:
        options = game("chess").engine.normalise({"start": start}, 2)
        made = Setup(
            id=9, code="CHES2", game="chess", options=options, level=2, scored=scored, move_time_s=20,
            public=True, people_only=False, programs=False, undo=not scored, hints=not scored,
        )  # fmt: skip
        self.table = Snapshot(
            setup=made, version=0, status=Status.OPEN, game_number=1, host=None, ended="",
            seats=(SeatState(),) * 2, deadlines={},
        )  # fmt: skip
        self.now, self.log, self.changes, self.entropy = NOON, [], [], 0
        for seat in range(people):
            self.do(c.Sit(player=player(seat)))
            self.do(c.Presence(seat=seat, absent_since=None))
        self.started()

    def moves(self, text: str) -> ChessTable:
        """These moves in UCI, each by the side whose turn it is."""
        for move in text.split():
            self.do(self.act(min(self.table.due()), f"move {move}"))
        return self
