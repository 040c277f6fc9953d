"""The life of a table, as words: statuses, kinds of seats, what falls due."""

from enum import StrEnum

from ladder.leaving import Cause


class Status(StrEnum):
    OPEN = "open"  # seats may be taken
    RUNNING = "running"
    OVER = "over"  # the game has ended; a rematch may follow
    CLOSED = "closed"  # nothing more will happen


class SeatKind(StrEnum):
    OPEN = "open"
    HUMAN = "human"
    COMPUTER = "computer"


class Due(StrEnum):
    """What a deadline is for."""

    MOVE = "move"
    BOT = "bot"
    WINDOW = "window"
    DEAL = "deal"
    ABSENT = "absent"
    IDLE = "idle"  # the answer to "still there?"
    CLOSE = "close"
    NEW_GAME = "new-game"  # its player's other scored game of this kind has begun
    ACCOUNT = "account"  # its player has closed the account


CAUSE_OF = {
    Due.MOVE: Cause.TIME,
    Due.ABSENT: Cause.CONNECTION,
    Due.IDLE: Cause.INACTIVITY,
    Due.NEW_GAME: Cause.NEW_GAME,
    Due.ACCOUNT: Cause.ACCOUNT_CLOSED,
}
"""Deadlines of a seat that mean leaving once they fall due."""

LEVEL_TITLES = {1: "Beginner", 2: "Intermediate", 3: "Expert"}
COMPUTER_NAMES = ("Iris", "Nova", "Ada", "Juno")
