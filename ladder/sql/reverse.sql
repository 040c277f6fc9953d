-- An abandonment that is voided, or stands again. Gate: it is not so already.
WITH gate AS (
  UPDATE ladder_abandonment SET voided = %(voided)s::boolean
  WHERE id = %(abandonment)s::bigint AND voided <> %(voided)s::boolean
  RETURNING id, player_id, game, level, at, voided
), paid AS (
  INSERT INTO ladder_entry
    (player_id, game, level, points, reason, table_ref, game_number, seat, abandonment_id, reverses_id,
     at, period_at)
  SELECT e.player_id, e.game, e.level, -e.points, 'reversal', e.table_ref, e.game_number, e.seat, gate.id, e.id,
    %(at)s::timestamptz, e.period_at
  FROM gate JOIN ladder_entry e ON e.abandonment_id = gate.id
  WHERE NOT EXISTS (SELECT FROM ladder_entry r WHERE r.reverses_id = e.id)
  RETURNING player_id, game, level, period_at, points
), change AS (
  SELECT player_id, game, level, period_at AS at, points, 0 AS "left" FROM paid
  UNION ALL
  SELECT player_id, game, level, at, 0, CASE WHEN voided THEN -1 ELSE 1 END FROM gate
), {delta_of_change}, {boards}
