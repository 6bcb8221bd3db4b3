"""The page on statistics: its examples run, and it names every public function."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import oyez.stats

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"
PACKAGE = Path(oyez.stats.__file__).parent

# What other modules of the layer are made of; the page speaks of what they make.
INNER = {
    "result",
    "normal",
    "distributions",
    "arrays",
    "bounds",
    "cluster",
    "cautions",
    "imbens_manski",
    "ratings",
    "confusion",
    "games",
    "newton",
    "winner",
}


def test_the_examples_run() -> None:
    ran = doctest.testfile(str(PAGE), module_relative=False)
    assert ran.failed == 0
    assert ran.attempted >= 8


def test_every_module_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    files = [path for path in PACKAGE.rglob("*.py") if path.stem not in INNER | {"__init__"}]
    assert len(files) > 15
    missing = [
        path.stem
        for path in files
        if f"{path.stem}." not in text and f"`{path.stem}`" not in text and f".{path.stem}" not in text
    ]
    assert missing == []


def test_scipy_is_imported_in_one_file_and_only_when_needed() -> None:
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        if path.stem != "distributions":
            assert not any(name.startswith("scipy") for name in modules), path
        top = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
        assert not any(name.startswith("scipy") for name in top), path
