"""WebSocket addresses."""

from django.urls import URLPattern, path

from portal.tables.consumers import BoardConsumer, TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/board/", BoardConsumer.as_asgi()),  # type: ignore[arg-type]
]
