-- What each day (UTC) brought a player on one board.
SELECT (period_at AT TIME ZONE 'UTC')::date AS day, sum(points)::int FROM ladder_entry
WHERE player_id = %(player_id)s AND game = %(game)s AND level = %(level)s
GROUP BY day ORDER BY day
