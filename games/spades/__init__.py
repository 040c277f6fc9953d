"""Spades for two partnerships. `RULES.md` is for players."""

from games.api import Game
from games.spades.bot import choose
from games.spades.engine import Spades
from games.spades.exchange import exchange

GAME = Game(engine=Spades(), bot=choose, budgets={1: 0, 2: 0, 3: 1500}, exchange=exchange)
