"""Addresses of boards, players and finished games."""

from django.urls import path

from ladder import views

app_name = "ladder"
urlpatterns = [
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/<int:level>/", views.board, name="board"),
    path("players/<str:username>/", views.player, name="player"),
    path("players/<str:username>/<slug:game>-<int:level>.svg", views.chart, name="chart"),
    path("games/<str:table_ref>-<int:game_number>/", views.game, name="game"),
    path("games/<str:table_ref>-<int:game_number>.json", views.record, name="record"),
]
