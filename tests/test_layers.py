"""Imports point downwards only."""

import ast
from pathlib import Path

import pytest

import oyez

ROOT = Path(oyez.__file__).parent

LAYERS = [
    ["core", "_version"],
    ["text", "stats"],
    ["forms", "scales"],
    ["recoveries"],
    ["contract", "contracts"],
    ["reader", "builders"],
    ["explain", "suggest"],
    ["rows"],
    ["ledger", "check"],
    ["importers", "exporters", "known_parsers", "judges", "metrics", "probes"],
    ["compare", "judging", "measure", "pilot", "audit"],
    ["screening"],
    ["report", "demo"],
    ["inspect", "plugs", "testing", "serving"],
    ["cli", "__main__"],
    ["pages"],
]
"""From the bottom up; modules of one row may import each other and everything below."""

UNDER = {name: level for level, names in enumerate(LAYERS) for name in names}
FILES = sorted(
    path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0].removesuffix(".py") in UNDER
)


def imported(path: Path) -> set[str]:
    """The parts of oyez that a file imports, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        found |= {name.split(".")[1] for name in names if name.startswith("oyez.")}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    own = UNDER[path.relative_to(ROOT).parts[0].removesuffix(".py")]
    upwards = {name for name in imported(path) if UNDER.get(name, len(LAYERS)) > own}
    assert not upwards


def test_every_layer_has_files() -> None:
    assert {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in FILES} == set(UNDER)
