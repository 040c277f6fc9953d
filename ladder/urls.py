"""Addresses of boards, players and finished games."""

from django.urls import path, register_converter

from ladder import views
from ladder.names import NamePart

register_converter(NamePart, "player_name")

app_name = "ladder"
urlpatterns = [
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/<int:level>/", views.board, name="board"),
    path("players/<player_name:username>/", views.player, name="player"),
    path("players/<player_name:username>/<slug:game>-<int:level>.svg", views.chart, name="chart"),
    path("games/<str:table_ref>-<int:game_number>/", views.game, name="game"),
    path("games/<str:table_ref>-<int:game_number>.json", views.record, name="record"),
]
