"""Django's name for this folder."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "portal.pages"
    default_auto_field = "django.db.models.BigAutoField"
