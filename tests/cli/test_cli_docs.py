"""The pages on the commands: every file on them is written, every command run, every output compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from oyez.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [
    "read.md",
    "explain.md",
    "check.md",
    "suggest.md",
    "prompts.md",
    "recheck.md",
    "ledger.md",
    "diff.md",
    "compare.md",
    "measure.md",
    "old-defaults.md",
    "pilot.md",
    "audit.md",
    "story-trait-score.md",
    "screen.md",
    "../README.md",
]
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_VARIES = re.compile(r"network (?:not )?isolated|#[0-9a-f]{16}\b|reader \S+|\"reader\": \"[^\"]+\"")
"""Digests and the version of the reader change with the rules; the pages do not speak of them."""


def blocks(page: str) -> list[tuple[str, str, str]]:
    """The fenced blocks of a page: language, file name, contents."""
    return _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_the_page_tells_what_happens(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for language, name, contents in blocks(page):
        if name:
            Path(name).write_text(contents, encoding="utf-8")
        elif language == "console":
            ran += 1
            check_session(contents)
    assert ran


def check_session(contents: str) -> None:
    """One command and what it prints; a last line `# exit N` tells the exit code, if it is not 0."""
    first, _, wanted = contents.partition("\n")
    program, *args = shlex.split(first.removeprefix("$ "))
    assert program == "oyez"
    code = re.search(r"^# exit (\d+)\n\Z", wanted, re.MULTILINE)
    done = CliRunner(env={"COLUMNS": "80"}).invoke(main, args)
    printed = done.stdout if "--to -" in first else done.output
    assert _VARIES.sub("~", printed) == _VARIES.sub("~", wanted[: code.start()] if code else wanted)
    assert done.exit_code == (int(code[1]) if code else 0)


def test_every_option_of_read_stands_on_its_page() -> None:
    text = (DOCS / "read.md").read_text(encoding="utf-8")
    command = main.get_command(main.make_context("oyez", ["read"], resilient_parsing=True), "read")
    assert command is not None
    options = [option for param in command.params for option in param.opts if option.startswith("--")]
    columns = {f"--{name}" for name in ("stop", "error", "item", "arm", "judge", "judge-digest", "draw")}
    columns |= {"--order", "--ids", "--meta"}
    assert [option for option in options if option not in columns and f"`{option}" not in text] == []
    assert {option for option in options if f"`{option[2:].replace('-', '_')}`" in text} >= columns
