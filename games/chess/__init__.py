"""Standard chess. `RULES.md` is for players."""

from games.api import Game
from games.chess.bot import BUDGETS, choose, warm
from games.chess.engine import Chess
from games.chess.play import asked

GAME = Game(engine=Chess(), bot=choose, budgets=BUDGETS, asked=asked, warm=warm)
