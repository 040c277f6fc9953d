-- Both derived tables anew. Postings wait meanwhile, readers do not.
LOCK TABLE ladder_standing, ladder_bucket IN EXCLUSIVE MODE;
DELETE FROM ladder_standing;
DELETE FROM ladder_bucket;
INSERT INTO ladder_standing
  (player_id, game, level, period, name, listed, points, won, drawn, lost, "left")
{standings};
INSERT INTO ladder_bucket (game, level, period, points, n)
SELECT game, level, period, points, count(*) FROM ladder_standing WHERE listed
GROUP BY game, level, period, points
