"""Addresses of fair deals."""

from django.urls import path

from portal.fairness import views

app_name = "fairness"
urlpatterns = [
    path("fair-deals/", views.fair_deals, name="fair_deals"),
    path("fair-deals/algorithm/", views.algorithm, name="algorithm"),
]
