-- A seat that was left. Gate: it was not left before, and the game was not over.
WITH {given}, gate AS (
  INSERT INTO ladder_abandonment
    (player_id, game, level, table_ref, game_number, seat, cause, clause, points, standing, case_file,
     for_review, voided, at)
  SELECT x.player_id, g.game, g.level, g.table_ref, g.game_number, x.seat, %(cause)s::text, %(clause)s::text,
    x.points, %(standing)s::jsonb, %(case_file)s::jsonb, %(for_review)s::boolean, false, g.at
  FROM given g JOIN seat x ON x.seat = g.leaver
  WHERE NOT EXISTS (
    SELECT FROM ladder_played p WHERE (p.table_ref, p.game_number) = (g.table_ref, g.game_number))
  ON CONFLICT (table_ref, game_number, seat) DO NOTHING
  RETURNING id, player_id, game, level, at
), finished AS (
  INSERT INTO ladder_played
    (table_ref, game_number, game, level, options, sides, hands, record, reason, ended_at)
  SELECT g.table_ref, g.game_number, g.game, g.level, g.options, g.sides, g.hands, g.record, g.reason, g.at
  FROM gate, given g WHERE %(is_over)s::boolean
  ON CONFLICT (table_ref, game_number) DO NOTHING
  RETURNING id
), {sat}, paid AS (
  INSERT INTO ladder_entry
    (player_id, game, level, points, reason, table_ref, game_number, seat, abandonment_id, at, period_at)
  SELECT x.player_id, g.game, g.level, x.points,
    CASE WHEN x.seat = g.leaver THEN 'left' ELSE 'other-left' END,
    g.table_ref, g.game_number, x.seat, gate.id, g.at, g.at
  FROM gate, given g, seat x WHERE x.player_id IS NOT NULL AND x.points IS NOT NULL
  ON CONFLICT (table_ref, game_number, seat) WHERE reverses_id IS NULL DO NOTHING
  RETURNING player_id, game, level, period_at, points
), change AS (
  SELECT player_id, game, level, period_at AS at, points, 0 AS "left" FROM paid
  UNION ALL
  SELECT player_id, game, level, at, 0, 1 FROM gate
), {delta_of_change}, {boards}
