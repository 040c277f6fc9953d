"""WebSocket addresses."""

from django.urls import URLPattern, path

from portal.tables.consumers import BoardConsumer, TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:code>/", TableConsumer.serve),  # type: ignore[arg-type]
    path("ws/board/", BoardConsumer.serve),  # type: ignore[arg-type]
]
