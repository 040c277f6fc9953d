"""The group whose members decide about abandoned games; the desk's own app gives it its permission."""

from django.db import migrations


def add_group(apps, schema_editor):
    apps.get_model("auth", "Group").objects.get_or_create(name="reviewer")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(add_group, migrations.RunPython.noop, elidable=False)]
