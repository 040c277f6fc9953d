"""Addresses of fair deals and of replays."""

from django.urls import path

from portal.fairness import replay_views, views

app_name = "fairness"
urlpatterns = [
    path("fair-deals/", views.fair_deals, name="fair_deals"),
    path("fair-deals/algorithm/", views.algorithm, name="algorithm"),
    path("games/<str:table_ref>-<int:game_number>/replay/", replay_views.replay, name="replay"),
    path(
        "games/<str:table_ref>-<int:game_number>/replay.json",
        replay_views.replay_document,
        name="replay_document",
    ),
]
