-- Where standings and buckets are not what ledger and abandonments say: a line for each.
WITH due AS ({standings}), held AS (
  SELECT player_id, game, level, period, name, listed, points, won, drawn, lost, "left" FROM ladder_standing
), due_bucket AS (
  SELECT game, level, period, points, count(*) AS n FROM due WHERE listed GROUP BY game, level, period, points
), held_bucket AS (
  SELECT game, level, period, points, n FROM ladder_bucket WHERE n <> 0
)
(SELECT 'standing should be: ' || due::text FROM due EXCEPT SELECT 'standing should be: ' || held::text FROM held)
UNION ALL
(SELECT 'standing is: ' || held::text FROM held EXCEPT SELECT 'standing is: ' || due::text FROM due)
UNION ALL
(SELECT 'bucket should be: ' || d::text FROM due_bucket d EXCEPT SELECT 'bucket should be: ' || h::text FROM held_bucket h)
UNION ALL
(SELECT 'bucket is: ' || h::text FROM held_bucket h EXCEPT SELECT 'bucket is: ' || d::text FROM due_bucket d)
