"""Django's name for this folder."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "portal.tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from portal.tables.signed_out import listen

        listen()
