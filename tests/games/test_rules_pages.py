"""Each game's rules page names every rule by which the engine refuses an act."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.registry import all_games, folder

SLUGS = [found.engine.info.slug for found in all_games()]


def rules_named_in(path: Path) -> set[str]:
    """The second argument of every `IllegalAct(code, rule, …)`, names of constants and locals looked up."""
    tree = ast.parse(path.read_text())
    texts = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    rules = [call.args[1] for call in calls if call.func.id == "IllegalAct"]  # type: ignore[attr-defined]
    return {rule.value if isinstance(rule, ast.Constant) else texts[rule.id] for rule in rules}  # type: ignore


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_that_refuses_has_a_heading(slug: str) -> None:
    page = (folder(slug) / "RULES.md").read_text()
    headings = {line.lstrip("# ").strip() for line in page.splitlines() if line.startswith("#")}
    named = set().union(*(rules_named_in(path) for path in folder(slug).glob("*.py")))
    assert named
    assert named <= headings


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_set_is_on_the_page(slug: str) -> None:
    page = (folder(slug) / "RULES.md").read_text()
    found = next(found for found in all_games() if found.engine.info.slug == slug)
    for rule_set in found.engine.info.rule_sets:
        assert f"**{rule_set.title}" in page or not rule_set.slug
