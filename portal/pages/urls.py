"""Addresses of the pages that anybody may read."""

from django.urls import path

from portal.pages import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:slug>/", views.rules_of, name="rules_of"),
    path("versions/", views.versions, name="versions"),
    path("privacy/", views.privacy, name="privacy"),
]
