"""Django's name for this folder."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "portal.bots"
    default_auto_field = "django.db.models.BigAutoField"
