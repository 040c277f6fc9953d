"""Django's name for this folder."""

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    name = "portal.fairness"
    default_auto_field = "django.db.models.BigAutoField"
