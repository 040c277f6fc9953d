"""Reported chat: what stays, and who may read it."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client

from portal.tables.models import ChatLine, ChatReport, Table

pytestmark = pytest.mark.django_db(transaction=True)
RUDE = "<b onmouseover=x>q</b>"


@pytest.fixture
def line() -> ChatLine:
    table = Table.objects.create(code="K7MX2", game="black-lady", options={}, scored=False, level=1)
    return ChatLine.objects.create(table=table, seat=0, name="Anna", text=RUDE)


def member(name: str, *permissions: str) -> Client:
    user = get_user_model().objects.create_user(username=name, email=f"{name}@example.org", password=None)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_reported_line_outlives_its_table_and_shows_as_text(line: ChatLine) -> None:
    assert member("Beate").post("/tables/K7MX2/report/", {"line": line.pk}).status_code == 201
    Table.objects.all().delete()
    page = member("Cemal", "review_abandonments").get("/review/reports/").content.decode()
    assert "&lt;b onmouseover=x&gt;q&lt;/b&gt;" in page
    assert RUDE not in page


def test_only_reviewers_read_reports(line: ChatLine) -> None:
    assert member("Beate").get("/review/reports/").status_code == 403


def test_a_line_of_another_table_cannot_be_reported(line: ChatLine) -> None:
    Table.objects.create(code="AAAAA", game="black-lady", options={}, scored=False, level=1)
    assert member("Beate").post("/tables/AAAAA/report/", {"line": line.pk}).status_code == 404
    assert not ChatReport.objects.exists()


def test_a_settled_report_leaves_the_list(line: ChatLine) -> None:
    member("Beate").post("/tables/K7MX2/report/", {"line": line.pk})
    reviewer = member("Cemal", "review_abandonments")
    reviewer.post(f"/review/reports/{ChatReport.objects.get().pk}/")
    assert RUDE not in reviewer.get("/review/reports/").content.decode()
    assert ChatReport.objects.get().settled_at is not None
