"""Addresses of the reviewers' desk and of what players see of it."""

from django.urls import path

from ladder.review import own, views

app_name = "review"
urlpatterns = [
    path("review/", views.queue, name="queue"),
    path("review/decide/", views.decide, name="decide"),
    path("review/players/", views.players, name="players"),
    path("review/<int:case_id>/", views.case, name="case"),
    path("abandonments/", own.abandonments, name="abandonments"),
    path("abandonments/figures/", views.published, name="figures"),
    path("abandonments/<int:case_id>/", own.abandonment, name="abandonment"),
]
