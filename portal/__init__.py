"""The site: accounts, live tables, lobby, chat and pages. Loading it makes the Celery app the current one."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
