"""The page for a form whose secret did not match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403, with what to do about it: a cookie is missing, or the page stood open over a sign-in."""
    return render(request, "403_csrf.html", status=403)
