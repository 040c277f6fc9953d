"""Django's name for this folder."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "portal.ops"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the checks."""
        from portal.ops import game_checks  # noqa: F401
