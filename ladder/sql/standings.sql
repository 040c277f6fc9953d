-- Every standing, worked out anew from ledger and abandonments (spec: portal, Points).
SELECT x.player_id, x.game, x.level, p.period, lower(u.username) AS name, NOT u.is_closed AS listed,
  sum(x.points)::int AS points, sum(x.won)::int AS won, sum(x.drawn)::int AS drawn, sum(x.lost)::int AS lost,
  sum(x."left")::int AS "left"
FROM (
  SELECT player_id, game, level, period_at AS at, points,
    (reason = 'played' AND points = 1)::int AS won, (reason = 'played' AND points = 0)::int AS drawn,
    (reason = 'played' AND points = -1)::int AS lost, 0 AS "left"
  FROM ladder_entry
  UNION ALL
  SELECT player_id, game, level, at, 0, 0, 0, 0, (NOT voided)::int FROM ladder_abandonment
) AS x
JOIN "{accounts}" u ON u.id = x.player_id
CROSS JOIN LATERAL {periods}
GROUP BY x.player_id, x.game, x.level, p.period, u.username, u.is_closed
