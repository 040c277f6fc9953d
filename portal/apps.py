"""Django's names for this folder and for its way with static files."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class PortalConfig(AppConfig):
    name = "portal"
    default_auto_field = "django.db.models.BigAutoField"


class StaticFiles(StaticFilesConfig):
    """Leaves out htmx's extensions: none is used, and one names a module that is not there."""

    default = False
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*/django_htmx/ext/*", "django_htmx/ext/*"]
