"""The ladder in the admin: to read only. Decisions are made at the reviewers' desk."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from ladder.models import Abandonment, Appeal, Decision, Entry, Played


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows rows to those who may view them."""

    show_full_result_count = False
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest, *_: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("id", "player", "game", "level", "points", "reason", "at", "reverses")
    list_filter = ("reason", "game", "level")
    list_select_related = ("player", "reverses")
    search_fields = ("player__username",)


@admin.register(Abandonment)
class AbandonmentAdmin(ReadOnly):
    """Without the case file: it holds everybody's cards of games that may still run."""

    exclude = ("case_file",)
    list_display = ("id", "player", "game", "level", "cause", "clause", "points", "voided", "at")
    list_filter = ("cause", "voided", "game")
    list_select_related = ("player",)
    search_fields = ("player__username",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("case_file")


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    list_display = ("id", "abandonment", "at")
    list_select_related = ("abandonment",)


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    list_display = ("id", "abandonment", "reviewer", "verdict", "reason", "at")
    list_filter = ("verdict",)
    list_select_related = ("abandonment", "reviewer")
    search_fields = ("reviewer__username",)


@admin.register(Played)
class PlayedAdmin(ReadOnly):
    list_display = ("id", "game", "level", "reason", "ended_at", "table_ref", "game_number")
    list_filter = ("game", "level")
