-- From `delta` (what changes for each player, at the instant `at`) to standings and buckets.
account AS (
  -- shared lock: an account that is just being closed is waited for, and then known to be closed
  SELECT id, lower(username) AS name, NOT is_closed AS listed FROM "{accounts}"
  WHERE id IN (SELECT player_id FROM delta) ORDER BY id FOR SHARE
), moved AS (
  INSERT INTO ladder_standing AS s
    (player_id, game, level, period, name, listed, points, won, drawn, lost, "left")
  SELECT d.player_id, d.game, d.level, p.period, account.name, account.listed,
    d.points, d.won, d.drawn, d.lost, d."left"
  FROM delta d JOIN account ON account.id = d.player_id CROSS JOIN LATERAL {periods}
  ORDER BY d.player_id, p.period
  ON CONFLICT (player_id, game, level, period) DO UPDATE SET
    points = s.points + excluded.points, won = s.won + excluded.won, drawn = s.drawn + excluded.drawn,
    lost = s.lost + excluded.lost, "left" = s."left" + excluded."left"
  -- xmax is 0 in a row that was inserted, our own transaction in one that was updated
  RETURNING player_id, game, level, period, points, listed, xmax = 0 AS is_new
), step AS (
  SELECT game, level, period, points, 1 AS n FROM moved WHERE listed
  UNION ALL
  SELECT m.game, m.level, m.period, m.points - d.points, -1
  FROM moved m JOIN delta d USING (player_id) WHERE m.listed AND NOT m.is_new
), bucket AS (
  INSERT INTO ladder_bucket AS b (game, level, period, points, n)
  SELECT game, level, period, points, sum(n) FROM step
  GROUP BY game, level, period, points HAVING sum(n) <> 0 ORDER BY game, level, period, points
  ON CONFLICT (game, level, period, points) DO UPDATE SET n = b.n + excluded.n
)
SELECT count(*) FROM gate
