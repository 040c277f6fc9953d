"""Words for the ladder's codes."""

from django import template

from ladder.kinds import level_title, title_of

register = template.Library()
register.filter("game_title", title_of)
register.filter("level_title", level_title)
