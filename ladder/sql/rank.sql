-- The ranks that a player has: one row for each board of that period.
SELECT s.game, s.level, s.points, s.games, s.won, s.drawn, s.lost, s."left", s.name, (
    SELECT 1 + coalesce(sum(b.n), 0) FROM ladder_bucket b
    WHERE (b.game, b.level, b.period) = (s.game, s.level, s.period) AND b.points > s.points
  )::bigint AS rank
FROM ladder_standing s
WHERE s.player_id = %(player_id)s AND s.period = %(period)s AND s.listed
ORDER BY s.game, s.level
