"""Addresses of the tables."""

from django.urls import path

from portal.tables import reports, views

app_name = "tables"
urlpatterns = [
    path("play/", views.play_now, name="play_now"),
    path("tables/new/", views.new, name="new"),
    path("tables/join/", views.join, name="join"),
    path("tables/board/", views.board, name="board"),
    path("tables/<slug:code>/", views.table, name="table"),
    path("tables/<slug:code>/qr.svg", views.qr, name="qr"),
    path("tables/<slug:code>/report/", reports.report, name="report"),
    path("review/reports/", reports.reports, name="reports"),
    path("review/reports/<int:pk>/", reports.settle, name="settle_report"),
]
