"""Log lines are events in one shape, whoever writes them."""

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog
from django.test import Client

from portal.ops.logs import logging_config


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What is logged meanwhile, as in production."""
    arguments = dict(logging_config(as_json=True, level="INFO")["formatters"]["events"])
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(arguments.pop("()")(**arguments))
    logging.getLogger().addHandler(handler)
    yield handler.stream
    logging.getLogger().removeHandler(handler)


def test_an_event_is_one_json_object_with_its_values(log: StringIO) -> None:
    structlog.get_logger("portal.tables").info("act_accepted", table=7, version=3)
    line = json.loads(log.getvalue())
    assert (line["event"], line["table"], line["version"], line["level"]) == ("act_accepted", 7, 3, "info")
    assert line["timestamp"].endswith("Z")


def test_a_librarys_line_and_its_traceback_are_one_object_too(log: StringIO) -> None:
    try:
        raise LookupError("lost")
    except LookupError:
        logging.getLogger("some.library").exception("failed")
    line = json.loads(log.getvalue())
    assert line["logger"] == "some.library"
    assert "LookupError: lost" in line["exception"]


def test_a_request_leaves_its_path_but_no_body(log: StringIO, client: Client, db: None) -> None:
    client.post("/accounts/login/", {"login": "someone", "password": "not-for-the-log"})
    printed = log.getvalue()
    assert "POST /accounts/login/" in printed
    assert "not-for-the-log" not in printed
