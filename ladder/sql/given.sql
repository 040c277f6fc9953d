given AS (
  SELECT %(table_ref)s::text AS table_ref, %(game_number)s::integer AS game_number, %(game)s::text AS game,
    %(level)s::smallint AS level, %(at)s::timestamptz AS at, %(leaver)s::smallint AS leaver,
    %(options)s::jsonb AS options, %(sides)s::jsonb AS sides, %(hands)s::jsonb AS hands,
    %(record)s::jsonb AS record, %(reason)s::text AS reason
), seat AS (
  SELECT * FROM jsonb_to_recordset(%(seats)s::jsonb)
  AS x (seat smallint, player_id bigint, name text, place smallint, points smallint)
)
