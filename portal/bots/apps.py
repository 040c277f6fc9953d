"""Django's name for this folder, and what a process of computer players does first."""

from threading import Thread

from celery.signals import worker_process_init
from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "portal.bots"
    default_auto_field = "django.db.models.BigAutoField"


@worker_process_init.connect
def warm_up(**about: object) -> None:
    """Gets the games' computer players ready; beside the process's start, which Celery allows four seconds only."""
    Thread(target=_warm, name="warming up", daemon=True).start()


def _warm() -> None:
    from games.registry import all_games

    for game in all_games():
        if game.warm is not None:
            game.warm()
