-- Rows of a board after (or, turned round, before) a row, with the rank that players of the same points share.
WITH rank AS (
  SELECT points, (1 + sum(n) OVER (ORDER BY points DESC) - n)::bigint AS rank FROM ladder_bucket
  WHERE game = %(game)s AND level = %(level)s AND period = %(period)s AND n <> 0
), part AS (
  SELECT * FROM ladder_standing s
  WHERE s.listed AND s.game = %(game)s AND s.level = %(level)s AND s.period = %(period)s
    AND (s.points * -1, s.games, s.name, s.player_id) {beyond} (%(sinks)s, %(games)s, %(name)s, %(player_id)s)
  ORDER BY s.points * -1 {turned}, s.games {turned}, s.name {turned}, s.player_id {turned}
  LIMIT %(limit)s
)
SELECT rank.rank, part.player_id, u.username, part.points, part.games, part.won, part.drawn, part.lost,
  part."left", part.name
FROM part JOIN "{accounts}" u ON u.id = part.player_id LEFT JOIN rank USING (points)
ORDER BY part.points * -1, part.games, part.name, part.player_id
