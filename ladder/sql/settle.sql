-- A game that was played to its end. Gate: its record is not there yet.
WITH {given}, gate AS (
  INSERT INTO ladder_played
    (table_ref, game_number, game, level, options, sides, hands, record, reason, ended_at)
  SELECT table_ref, game_number, game, level, options, sides, hands, record, reason, at FROM given
  ON CONFLICT (table_ref, game_number) DO NOTHING
  RETURNING id
), finished AS (SELECT id FROM gate), {sat}, paid AS (
  INSERT INTO ladder_entry
    (player_id, game, level, points, reason, table_ref, game_number, seat, at, period_at)
  SELECT x.player_id, g.game, g.level, x.points, 'played', g.table_ref, g.game_number, x.seat, g.at, g.at
  FROM gate, given g, seat x
  WHERE x.player_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM ladder_abandonment a
    WHERE (a.table_ref, a.game_number, a.seat) = (g.table_ref, g.game_number, x.seat))
  ON CONFLICT (table_ref, game_number, seat) WHERE reverses_id IS NULL DO NOTHING
  RETURNING player_id, game, level, period_at, points
), delta AS (
  SELECT player_id, game, level, period_at AS at, points,
    (points = 1)::int AS won, (points = 0)::int AS drawn, (points = -1)::int AS lost, 0 AS "left"
  FROM paid
), {boards}
