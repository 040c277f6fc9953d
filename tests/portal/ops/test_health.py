"""What whoever runs the portal asks it: is it well, and what are its figures."""

import pytest
from django.test import Client
from pytest_django import Settings

from portal.embedded import free_port


def test_a_portal_whose_services_answer_is_well(client: Client, db: None) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "valkey": True})


def test_a_portal_without_valkey_says_which_part_is_gone(
    client: Client, db: None, settings: Settings
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": True, "valkey": False})


def test_this_machine_reads_the_figures(client: Client, db: None) -> None:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert b"django_http_requests_total" in answer.content


@pytest.mark.parametrize(
    "where",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer guessed"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "},
    ],
)
@pytest.mark.parametrize("token", ["", "right"])
def test_others_do_not(
    client: Client, db: None, settings: Settings, where: dict[str, str], token: str
) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", **where).status_code == 403


def test_others_with_the_token_do(client: Client, db: None, settings: Settings) -> None:
    settings.METRICS_TOKEN = "right"
    answer = client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer right")
    assert answer.status_code == 200
