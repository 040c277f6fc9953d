import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.db.models.lookups
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game",
                        "level",
                        "period",
                        "points",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField()),
                ("period", models.CharField(max_length=8)),
                ("points", models.IntegerField()),
                ("n", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="PlayedSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("points", models.SmallIntegerField(null=True)),
                ("left", models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id",
                        "game",
                        "level",
                        "period",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField()),
                ("period", models.CharField(max_length=8)),
                ("name", models.CharField(db_collation="C", max_length=150)),
                ("listed", models.BooleanField()),
                ("points", models.IntegerField()),
                ("won", models.IntegerField()),
                ("drawn", models.IntegerField()),
                ("lost", models.IntegerField()),
                ("left", models.IntegerField()),
                (
                    "games",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("won"), "+", models.F("drawn")
                                ),
                                "+",
                                models.F("lost"),
                            ),
                            "+",
                            models.F("left"),
                        ),
                        output_field=models.IntegerField(),
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Abandonment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField()),
                ("table_ref", models.CharField(max_length=64)),
                ("game_number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("exit", "exit"),
                            ("new-game", "new game"),
                            ("account-closed", "account closed"),
                            ("connection", "connection"),
                            ("time", "time"),
                            ("inactivity", "inactivity"),
                        ],
                        max_length=14,
                    ),
                ),
                ("clause", models.CharField(max_length=40)),
                ("points", models.SmallIntegerField(null=True)),
                ("standing", models.JSONField()),
                ("case_file", models.JSONField()),
                ("for_review", models.BooleanField()),
                ("voided", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [("review_abandonments", "Can review abandoned games")],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "abandonment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeal",
                        to="ladder.abandonment",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "verdict",
                    models.CharField(choices=[("uphold", "upheld"), ("void", "voided")], max_length=6),
                ),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "abandonment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="ladder.abandonment",
                    ),
                ),
                (
                    "reviewer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField()),
                ("points", models.SmallIntegerField()),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("played", "played to its end"),
                            ("left", "left the table"),
                            ("other-left", "somebody else left"),
                            ("reversal", "decision of a reviewer"),
                        ],
                        max_length=10,
                    ),
                ),
                ("table_ref", models.CharField(max_length=64)),
                ("game_number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("period_at", models.DateTimeField()),
                (
                    "abandonment",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ladder.abandonment",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reverses",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ladder.entry",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="Played",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table_ref", models.CharField(max_length=64)),
                ("game_number", models.PositiveIntegerField()),
                ("game", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("sides", models.JSONField()),
                ("hands", models.JSONField()),
                ("record", models.JSONField()),
                ("reason", models.CharField(max_length=60)),
                ("ended_at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "played",
                "constraints": [
                    models.UniqueConstraint(fields=("table_ref", "game_number"), name="played_once")
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="played",
            trigger=pgtrigger.compiler.Trigger(
                name="kept",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="1c3f33e31fd4b16c7ac60dc53c09095bc1407242",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_kept_f7b13",
                    table="ladder_played",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddField(
            model_name="playedseat",
            name="played",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="ladder.played",
            ),
        ),
        migrations.AddField(
            model_name="playedseat",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="abandonment",
            index=models.Index(fields=["player", "-at"], name="abandonment_of_player"),
        ),
        migrations.AddIndex(
            model_name="abandonment",
            index=models.Index(fields=["-at"], name="abandonment_at"),
        ),
        migrations.AddConstraint(
            model_name="abandonment",
            constraint=models.UniqueConstraint(
                fields=("table_ref", "game_number", "seat"), name="abandonment_once_a_seat"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="abandonment",
            trigger=pgtrigger.compiler.Trigger(
                name="frozen",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition='WHEN (OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."player_id" IS DISTINCT FROM (NEW."player_id") OR OLD."game" IS DISTINCT FROM (NEW."game") OR OLD."level" IS DISTINCT FROM (NEW."level") OR OLD."table_ref" IS DISTINCT FROM (NEW."table_ref") OR OLD."game_number" IS DISTINCT FROM (NEW."game_number") OR OLD."seat" IS DISTINCT FROM (NEW."seat") OR OLD."cause" IS DISTINCT FROM (NEW."cause") OR OLD."clause" IS DISTINCT FROM (NEW."clause") OR OLD."points" IS DISTINCT FROM (NEW."points") OR OLD."standing" IS DISTINCT FROM (NEW."standing") OR OLD."case_file" IS DISTINCT FROM (NEW."case_file") OR OLD."for_review" IS DISTINCT FROM (NEW."for_review") OR OLD."at" IS DISTINCT FROM (NEW."at"))',
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;",
                    hash="8384397521712cd68cfa512ca39d3bfcf9ecb0d3",
                    operation="UPDATE",
                    pgid="pgtrigger_frozen_2cbd0",
                    table="ladder_abandonment",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="abandonment",
            trigger=pgtrigger.compiler.Trigger(
                name="kept",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;",
                    hash="251eea0e43cd961b832d01d2912d13aaccc04dd0",
                    operation="DELETE",
                    pgid="pgtrigger_kept_de0a0",
                    table="ladder_abandonment",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=django.db.models.lookups.LessThanOrEqual(
                    django.db.models.functions.text.Length("text"), 1000
                ),
                name="appeal_length",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="appeal",
            trigger=pgtrigger.compiler.Trigger(
                name="kept",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="70f446966d2ccfac60804c551f1f4c0d6de01794",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_kept_9b670",
                    table="ladder_appeal",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="decision_has_a_reason"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="decision",
            trigger=pgtrigger.compiler.Trigger(
                name="kept",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="4d64b97f1d4118e1ab5d1a075aefbfc7af0d0ee3",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_kept_18944",
                    table="ladder_decision",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["player", "game", "level", "period_at"], name="entry_of_player"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("abandonment", None), _negated=True),
                fields=["abandonment"],
                name="entry_of_abandonment",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reverses", None)),
                fields=("table_ref", "game_number", "seat"),
                name="entry_pays_a_seat_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reverses", None), _negated=True),
                fields=("reverses",),
                name="entry_is_reversed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__range", (-1, 1))), name="entry_points_range"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="entry",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="43ec0c9caf916da1e95f67740a7f832bebda2c46",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_47175",
                    table="ladder_entry",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="playedseat",
            index=models.Index(fields=["player", "-played"], name="played_by_player"),
        ),
        migrations.AddConstraint(
            model_name="playedseat",
            constraint=models.UniqueConstraint(fields=("played", "seat", "left"), name="played_seat_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="playedseat",
            trigger=pgtrigger.compiler.Trigger(
                name="kept",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="c52a14b792e8be2b22a132451df0cab6c1217a87",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_kept_bcb23",
                    table="ladder_playedseat",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(
                models.F("game"),
                models.F("level"),
                models.F("period"),
                django.db.models.expressions.CombinedExpression(models.F("points"), "*", models.Value(-1)),
                models.F("games"),
                models.F("name"),
                models.F("player_id"),
                condition=models.Q(("listed", True)),
                name="standing_board",
            ),
        ),
    ]
