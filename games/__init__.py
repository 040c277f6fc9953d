"""The games: pure rules, one folder a game. Nothing here knows of the site, of clocks or of randomness."""
