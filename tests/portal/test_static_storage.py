"""Scripts and sheets lose their comments and their indentation on the way to browsers, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from portal.data import ROOT
from portal.static_storage import KINDS, OURS, shrunk

FILES = sorted(
    file for folder in OURS for kind in KINDS for file in (ROOT / folder).rglob(f"static/**/*{kind}")
)


def test_a_template_in_a_template_keeps_its_spaces(tmp_path: Path) -> None:
    tag = '`${tags.map(([name, value]) => `[${name} "${value}" ]`).join("|")}  end`'
    script = tmp_path / "tags.js"
    script.write_text(f"// Tags.\nexport const all = (tags) => {tag};\n  // `\n")
    assert shrunk(script).decode() == f"export const all=tags=>{tag.replace(', ', ',').replace(' => ', '=>')}"


def test_a_script_that_cannot_be_read_is_served_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = tmp_path / "broken.js"
    script.write_text("const = ;")
    assert shrunk(script) == b"const = ;"
    assert "broken.js" in caplog.text


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_ours_is_shrunk(file: Path) -> None:
    assert len(shrunk(file)) < file.stat().st_size
