"""What happens around every request of somebody with an account."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from portal.accounts.models import User

REVIEWERS = "reviewer"
SEEN_STEP = timedelta(minutes=15)  # `last_seen` is only as exact as this, so that most requests write nothing
_ALWAYS_OPEN = ("/accounts/", "/static/", "/healthz", "/metrics", "/privacy/")

GetResponse = Callable[[HttpRequest], HttpResponse]


def note_last_seen(get_response: GetResponse) -> GetResponse:
    """Keeps `User.last_seen` of whoever asks."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = timezone.now()
            long_ago = Q(last_seen=None) | Q(last_seen__lt=now - SEEN_STEP)
            if request.user.last_seen is None or request.user.last_seen < now - SEEN_STEP:
                User.objects.filter(long_ago, pk=request.user.pk).update(last_seen=now)
        return get_response(request)

    return answer


def demand_second_factor(get_response: GetResponse) -> GetResponse:
    """Sends reviewers and admins without a second factor to its set-up, if REQUIRE_SECOND_FACTOR is on."""

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.REQUIRE_SECOND_FACTOR and _lacks_second_factor(request):
            messages.warning(request, "Reviewers and admins need two-factor sign-in here. Set it up first.")
            return redirect("mfa_activate_totp")
        return get_response(request)

    return answer


def _lacks_second_factor(request: HttpRequest) -> bool:
    user: Any = request.user
    if not user.is_authenticated or request.path.startswith(_ALWAYS_OPEN):
        return False
    is_trusted = user.is_staff or user.is_superuser or user.groups.filter(name=REVIEWERS).exists()
    return is_trusted and not is_mfa_enabled(user)
