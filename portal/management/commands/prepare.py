"""`prepare`: whatever must be done once before a version of the portal runs; again does no harm."""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand

from portal.static_collection import collect_if_changed

FIRST_ADMIN = "admin"


class Command(BaseCommand):
    """Migrations, static files, and the first administrator while there is none."""

    help = "Bring the database up to date, collect static files, make the first administrator."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        if not settings.STATIC_FROM_SOURCE:
            collect_if_changed()
        self._make_first_admin()

    def _make_first_admin(self) -> None:
        users = get_user_model().objects
        if users.filter(is_superuser=True).exists() or users.filter(username=FIRST_ADMIN).exists():
            return
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=FIRST_ADMIN, email="", password=password)
        self.stdout.write(
            f"The administrator is '{FIRST_ADMIN}' with the password {password} (shown only now)."
        )
