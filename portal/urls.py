"""Every address of the site. Each app keeps its own list; the order decides only where two would match."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

_APPS = [
    "portal.ops",
    "portal.accounts",
    "portal.tables",
    "portal.fairness",
    "ladder",
    "ladder.review",
    "portal.pages",
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    *(path("", include(f"{app}.urls")) for app in _APPS if find_spec(f"{app}.urls")),
]
