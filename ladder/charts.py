"""The picture of a player's points over time: SVG for an <img>, without script."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pygal
from pygal.style import Style

PAPER, INK, QUIET, LINE, FELT = "#FAF8F4", "#1F2421", "#5B605C", "#DDD8CC", "#2F5D50"

_FONT_SIZES = dict.fromkeys(("label_font_size", "major_label_font_size", "value_font_size"), 18)
_STYLE = Style(
    background=PAPER, plot_background=PAPER, foreground=INK, foreground_strong=INK, foreground_subtle=QUIET,
    guide_stroke_color=LINE, major_guide_stroke_color=LINE, colors=(FELT,), stroke_width=3,
    font_family="system-ui, sans-serif", no_data_font_size=20, **_FONT_SIZES,
)  # fmt: skip
_MOST_LABELS = 4


def points_chart(days: Sequence[tuple[date, int]], description: str) -> bytes:
    """An SVG image of these points; `description` says in words what it shows."""
    chart = pygal.DateLine(
        style=_STYLE, width=640, height=320, js=[], show_legend=False, x_label_rotation=0, dots_size=4,
        margin=16, margin_left=32, margin_right=64, title=None, no_data_text="No points yet",
        value_formatter=lambda points: f"{points:+.0f}" if points else "0",
        x_value_formatter=lambda day: f"{day:%d %b %Y}",
    )  # fmt: skip
    chart.x_labels = _labels([day for day, _ in days])
    chart.y_labels = _steps([points for _, points in days])
    chart.add(None, list(days))
    chart.add_xml_filter(lambda root: _still(root, description))
    return bytes(chart.render())


def _labels(days: Sequence[date]) -> list[date]:
    """A few days, evenly spaced, the first and the last among them."""
    count = min(_MOST_LABELS, len(days))
    return [days[round(i * (len(days) - 1) / max(count - 1, 1))] for i in range(count)]


def _steps(points: Sequence[int]) -> list[int]:
    """Whole numbers for the scale, zero among them."""
    low, high = min([0, *points]), max([0, *points])
    step = max(1, -(-(high - low) // 8))
    return list(range(low - low % step, high + step, step))


def _still(root: Any, description: str) -> Any:
    """Without script and remarks, and with a title for whoever cannot see it."""
    for parent in list(root.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.endswith(("script", "title")):
                parent.remove(child)
    title = root.makeelement("title", {})
    title.text = description
    root.insert(0, title)
    root.set("role", "img")
    return root
