"""The desk's words in templates."""

from django import template

from ladder.review import cases, words

register = template.Library()
register.filter("cause_words", words.cause_words)
register.filter("clause_words", words.clause_words)
register.filter("points_words", words.points_words)
register.filter("last_decision", cases.last_decision)
