"""Scripts lose their comments and their indentation on the way to browsers, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from portal.data import ROOT
from portal.script_templates import shrunk_script, templates
from portal.static_storage import OURS

SCRIPTS = sorted(script for folder in OURS for script in (ROOT / folder).rglob("static/**/*.js"))


def words(script: str) -> list[str]:
    return [script[start:end] for start, end in templates(script)]


def test_a_template_in_a_template_keeps_its_spaces() -> None:
    tag = (
        '`${tags.map(([name, value]) => `[${name} "${value.replace(/["`\\\\]/g, "` }")}"]`).join("\\n")} end`'
    )
    assert shrunk_script(f"// Tags.\nexport const all = {tag};\n  // `\nconst one = 1;\n") == (
        f"export const all={tag};const one=1;"
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_script_keeps_its_words(script: Path) -> None:
    source = script.read_text()
    shrunk = shrunk_script(source)
    assert words(shrunk) == words(source)
    assert len(shrunk) < len(source)
