"""Our Markdown files as pages."""

from pathlib import Path

import pytest

from portal.pages.markdown import Page, read_page
from portal.pages.versions import latest_of


def page(tmp_path: Path, text: str) -> Page:
    path = tmp_path / "PAGE.md"
    path.write_text(text, encoding="utf-8")
    return read_page(path)


def test_the_first_heading_is_the_title_and_not_repeated(tmp_path: Path) -> None:
    read = page(tmp_path, "# Chess\n\nTwo play.\n")
    assert (read.title, read.body.strip()) == ("Chess", "<p>Two play.</p>")


def test_second_headings_are_sections_that_can_be_linked_to(tmp_path: Path) -> None:
    read = page(tmp_path, "# Chess\n\n## How it ends\n\nMate.\n\n### Draws\n\nMany.\n")
    assert read.sections == (("how-it-ends", "How it ends"),)
    assert '<h2 id="how-it-ends">' in read.body


def test_tables_are_tables(tmp_path: Path) -> None:
    assert "<table>" in page(tmp_path, "| a | b |\n|---|---|\n| 1 | 2 |\n").body


def test_a_wide_table_scrolls_by_itself_and_not_the_page(tmp_path: Path) -> None:
    body = page(tmp_path, "| a | b |\n|---|---|\n| 1 | 2 |\n").body
    assert body.strip().startswith('<div class="board-wrap" tabindex="0"><table>')
    assert body.strip().endswith("</table></div>")


def test_cards_are_shown_as_at_the_table_where_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "RULES.md"
    path.write_text("`QS`, `TH`, `2S 2D`, `Nf3`, QS\n", encoding="utf-8")
    assert "Q♠, 10♥, 2♠ 2♦, <code>Nf3</code>, QS" in read_page(path, cards=True).body
    assert "<code>QS</code>" in read_page(path).body


@pytest.mark.parametrize("text", ["<script>x()</script>", "a <img src=x onerror=x()> b"])
def test_markup_in_the_text_is_shown_and_not_run(tmp_path: Path, text: str) -> None:
    body = page(tmp_path, text).body
    assert "<script" not in body
    assert "<img" not in body
    assert "&lt;" in body


def test_links_cannot_run_scripts(tmp_path: Path) -> None:
    assert "href" not in page(tmp_path, "[click](javascript:x())").body


def test_what_changed_lately_is_the_first_section_of_the_log(tmp_path: Path) -> None:
    latest = latest_of(page(tmp_path, "# Versions\n\n## 2\n\n- Chess\n\n## 1\n\n- Cards\n"))
    assert latest is not None
    assert latest.title == "2"
    assert "Chess" in latest.body
    assert "Cards" not in latest.body
    assert latest_of(page(tmp_path, "# Versions\n")) is None
