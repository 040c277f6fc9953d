"""Addresses for whoever runs the portal."""

from django.urls import path

from portal.ops import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.metrics, name="metrics"),
]
