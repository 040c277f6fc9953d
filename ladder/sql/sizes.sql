-- How many players each board of a period has.
SELECT game, level, sum(n)::bigint FROM ladder_bucket WHERE period = %(period)s GROUP BY game, level HAVING sum(n) > 0
