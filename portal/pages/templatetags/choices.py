"""What was chosen last time, for the play-now forms."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def chosen(last_choice: Mapping[str, Any], slug: str) -> Mapping[str, Any]:
    """The settings of the last game of this kind, or none."""
    choice: Mapping[str, Any] = last_choice.get(slug, {})
    return choice


@register.filter
def level_title(level: int) -> str:
    """The word for a level of computer players (spec: portal, Scored and test games)."""
    return {1: "Beginner", 2: "Intermediate", 3: "Expert"}[level]
