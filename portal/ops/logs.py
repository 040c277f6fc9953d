"""How the portal logs: one event a line, as JSON in production, for the eye while developing.

Never in a line: request bodies, cards, unrevealed seeds, e-mail addresses, tokens.
"""

from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's LOGGING: all loggers to standard error through structlog's renderer."""
    last = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    before = [structlog.processors.format_exc_info] if as_json else []
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "events": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *before, last],
                "foreign_pre_chain": _SHARED,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "events"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "daphne": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},  # one line for each task received
            "celery.app.trace": {"level": "WARNING"},  # and one for each done: the clock ticks every second
            "celery.beat": {"level": "WARNING"},
        },
    }


def configure_structlog() -> None:
    """Send structlog's own loggers through the standard library, so that both look alike."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
