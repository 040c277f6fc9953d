"""What the page of a table asks for at once: its own scripts and those of its game."""

from dataclasses import dataclass

from django import template
from django.contrib.staticfiles import finders

from portal.static_modules import modules_of

register = template.Library()


@dataclass(frozen=True, kw_only=True)
class Files:
    """Names of static files."""

    modules: tuple[str, ...]
    sheet: str
    """The game's own styles, `<slug>/client.css`; "" if it has none."""
    has_cards: bool
    """Whether the game shows playing cards, so that their faces are needed."""


@register.simple_tag
def table_files(slug: str) -> Files:
    """For a table of this game."""
    modules = tuple(dict.fromkeys((*modules_of("portal/js/table.js"), *modules_of(f"{slug}/client.js"))))
    sheet = f"{slug}/client.css"
    return Files(
        modules=modules,
        sheet=sheet if finders.find(sheet) else "",
        has_cards="portal/js/cards/card.js" in modules,
    )
