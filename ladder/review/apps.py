"""Django's name for this folder."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "ladder.review"
    default_auto_field = "django.db.models.BigAutoField"
