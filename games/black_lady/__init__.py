"""Black Lady (Hearts): five rule sets as presets of one list of options. `RULES.md` is for players."""

from games.api import Game
from games.black_lady.bot import choose
from games.black_lady.engine import BlackLady
from games.black_lady.exchange import exchange

GAME = Game(engine=BlackLady(), bot=choose, budgets={1: 0, 2: 0, 3: 1_500}, exchange=exchange)
