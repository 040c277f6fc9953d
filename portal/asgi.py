"""What Daphne serves: Django for HTTP, the tables for WebSockets."""

import gc
import os
import sys
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django_application = get_asgi_application()  # loads the apps, which the imports below need

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from portal.tables.presence import leases
from portal.tables.routing import websocket_urlpatterns

_router = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Whatever comes in, this process tells from now on that it lives (spec: portal, Clocks)."""
    leases().keep()
    await _router({**scope, "send": send} if scope["type"] == "websocket" else scope, receive, send)


if "twisted.internet.reactor" in sys.modules:  # under Daphne also before anything has come in
    sys.modules["twisted.internet.reactor"].callLater(0, lambda: leases().keep())  # type: ignore[attr-defined]

gc.freeze()  # what is loaded by now stays: the collector need not look through it again and again
gc.set_threshold(10_000)
