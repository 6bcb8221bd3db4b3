"""What the tests of the commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oyez.cli import main

CONTRACT = """
name = "pair"
version = 2
form = { bracket = ["[[", "]]"] }
scale = { labels = ["A", "B", "C"], abstain = ["C"] }
recover = ["emphasis"]
"""

REPLIES: list[dict[str, Any]] = [
    {"id": "q1", "judge": "m", "stop": "end", "text": "Clear.\n[[A]]"},
    {"id": "q2", "judge": "m", "stop": "length", "text": "[[B]] and what is more"},
    {"id": "q3", "judge": "n", "stop": "end", "text": "[[**B**]]", "meta": {"lang": "ko"}},
    {"id": "q4", "judge": "n", "stop": "end", "text": "[[A]] or rather [[B]]"},
    {"id": "q5", "judge": "n", "stop": "end", "text": "Neither\x1b[2J."},
    {"id": "q6", "judge": "n", "text": None, "error": "timed out"},
    {"id": "q7", "judge": "n", "stop": "end", "text": "[[C]]"},
    {"id": "q8", "judge": "n", "stop": "end", "text": "[[D]]"},
]

Call = Callable[..., Result]


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    """The rows of `archive`."""
    return REPLIES


@pytest.fixture
def call() -> Call:
    """Run `oyez` with arguments, 80 columns wide."""

    def run(*args: object, stdin: bytes | None = None) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(main, [str(arg) for arg in args], input=stdin)

    return run


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    """A contract for letters in double brackets."""
    path = tmp_path / "pair.toml"
    path.write_text(CONTRACT)
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Eight replies of two judges."""
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in REPLIES))
    return path
