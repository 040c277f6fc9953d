"""Members of the group "reviewer" may use the desk."""

from django.db import migrations


def allow(apps, schema_editor):
    """Permissions are made after all migrations; this one is needed before."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="ladder", model="abandonment"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="review_abandonments", defaults={"name": "Can review abandoned games"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="reviewer")
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_reviewers"),
        ("ladder", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(allow, migrations.RunPython.noop, elidable=False)]
