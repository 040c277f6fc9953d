"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest


def portal(request: HttpRequest) -> dict[str, str]:
    """The portal's own name."""
    return {"portal_name": settings.PORTAL_NAME}
