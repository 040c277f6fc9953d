delta AS (
  SELECT player_id, game, level, at, sum(points)::int AS points, 0 AS won, 0 AS drawn, 0 AS lost,
    sum("left")::int AS "left"
  FROM change GROUP BY player_id, game, level, at
)
