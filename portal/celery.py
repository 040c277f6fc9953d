"""The Celery app, its queues and the whole beat schedule.

Three queues: `clock` serves deadlines and nothing else, `bots` computers' turns, `rest` everything else.
Deadlines are rows in Postgres; no task is ever sent with an ETA or a countdown, which a killed worker loses.
"""

import os

from celery import Celery
from kombu.entity import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

CLOCK, BOTS, REST = "clock", "bots", "rest"

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_queues=[Queue(CLOCK), Queue(BOTS), Queue(REST)],
    task_default_queue=REST,
    task_routes={"portal.tables.tasks.tick": {"queue": CLOCK}, "portal.bots.*": {"queue": BOTS}},
    task_create_missing_queues=False,
    task_ignore_result=True,
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    worker_hijack_root_logger=False,
    beat_max_loop_interval=1,
    beat_schedule={
        "tick": {
            "task": "portal.tables.tasks.tick",
            "schedule": 1.0,
            "options": {"queue": CLOCK, "expires": 1},
        },
        "sweep-ghosts": {
            "task": "portal.tables.tasks.sweep_ghosts",
            "schedule": 20.0,
            "options": {"queue": REST, "expires": 20},
        },
        "sweep-finished": {
            "task": "portal.tables.tasks.sweep_finished",
            "schedule": 180.0,
            "options": {"queue": REST, "expires": 180},
        },
    },
)
app.autodiscover_tasks()
