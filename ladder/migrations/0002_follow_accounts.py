"""Boards follow the account: a new name, a closing and a reopening reach them in the account's own transaction."""

from django.conf import settings
from django.db import migrations

FOLLOW = """
CREATE FUNCTION ladder_follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.username = NEW.username AND OLD.is_closed = NEW.is_closed THEN
    RETURN NULL;
  END IF;
  WITH mine AS (
    SELECT game, level, period, listed FROM ladder_standing
    WHERE player_id = NEW.id ORDER BY game, level, period FOR UPDATE
  ), moved AS (
    UPDATE ladder_standing s SET name = lower(NEW.username), listed = NOT NEW.is_closed FROM mine
    WHERE s.player_id = NEW.id AND (s.game, s.level, s.period) = (mine.game, mine.level, mine.period)
    RETURNING s.game, s.level, s.period, s.points, s.listed::int - mine.listed::int AS change
  )
  INSERT INTO ladder_bucket AS b (game, level, period, points, n)
  SELECT game, level, period, points, change FROM moved WHERE change <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (game, level, period, points) DO UPDATE SET n = b.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER ladder_follow_account AFTER UPDATE ON "{table}"
FOR EACH ROW EXECUTE FUNCTION ladder_follow_account();
"""
FORGET = """
DROP TRIGGER ladder_follow_account ON "{table}";
DROP FUNCTION ladder_follow_account();
"""
# Rows of a bucket change all the time and none of its indexed columns do: room on each page keeps that cheap.
ROOM = "ALTER TABLE ladder_bucket SET (fillfactor = 20)"


def _on_accounts(sql):
    def run(apps, schema_editor):
        table = apps.get_model(settings.AUTH_USER_MODEL)._meta.db_table
        schema_editor.execute(sql.replace("{table}", table))

    return run


class Migration(migrations.Migration):
    dependencies = [("ladder", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.RunPython(_on_accounts(FOLLOW), _on_accounts(FORGET)),
        migrations.RunSQL(ROOM, "ALTER TABLE ladder_bucket RESET (fillfactor)"),
    ]
