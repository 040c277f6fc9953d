"""Is the portal well (`/healthz`), and its figures (`/metrics`)."""

from ipaddress import ip_address
from secrets import compare_digest

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

VALKEY_WAIT_S = 2


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while Postgres and Valkey answer, else 503; either way which of them does."""
    parts = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def _valkey_answers() -> bool:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=VALKEY_WAIT_S, socket_connect_timeout=VALKEY_WAIT_S
    )
    try:
        with client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text format, for this machine or for whoever shows METRICS_TOKEN as a bearer token.

    A request that a proxy passed on is from afar even though its peer is this machine.
    """
    if not (_has_token(request) or _is_local(request)):
        return HttpResponseForbidden("Figures are shown to this machine, or to a bearer of METRICS_TOKEN.\n")
    return ExportToDjangoView(request)


def _has_token(request: HttpRequest) -> bool:
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(settings.METRICS_TOKEN) and compare_digest(shown.encode(), settings.METRICS_TOKEN.encode())


def _is_local(request: HttpRequest) -> bool:
    if request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:  # a proxy on a unix socket has no address
        return False
