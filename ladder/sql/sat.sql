-- who sits there at the end, and who had left before
sat AS (
  INSERT INTO ladder_playedseat (played_id, seat, player_id, name, place, points, "left")
  SELECT finished.id, x.seat, x.player_id, x.name, x.place, x.points, x.seat IS NOT DISTINCT FROM g.leaver
  FROM finished, given g, seat x
  UNION ALL
  SELECT finished.id, a.seat, a.player_id, '', NULL, a.points, true
  FROM finished, given g JOIN ladder_abandonment a USING (table_ref, game_number)
)
