"""The pages on formats are those that the code makes, and the examples on them run."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest
from archives import EXAMPLES, Examples
from click.testing import CliRunner

import oyez
from oyez.cli import main
from oyez.importers import IMPORTERS
from oyez.pages.formats import PAGES as MAKERS

DOCS = EXAMPLES.parents[1]
PAGES = {name: make() for name, make in MAKERS.items()}
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
PRINTED = re.compile(r"```text\n(.*?)```", re.DOTALL)


def test_no_page_is_left_over() -> None:
    assert {f"formats/{path.name}" for path in (DOCS / "formats").glob("*.md")} == set(PAGES)


@pytest.mark.parametrize("name", IMPORTERS.built_in)
def test_the_code_on_a_page_prints_what_the_page_says(
    name: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGES[f"formats/{name}.md"]
    (code,), (printed,) = CODE.findall(page), PRINTED.findall(page)
    (opened,) = re.findall(r'open_archive\("(.*?)"\)', code)
    folder = tmp_path_factory.mktemp("page")
    example = Examples(folder)("llm-logs.sql" if opened == "logs.db" else opened)
    monkeypatch.chdir(example.parent)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, f"{name}.md", "exec"), {})
    assert out.getvalue() == printed


TERMS = """
name = "judge"
version = 1
form = { line = "GRADE" }
scale = { labels = ["C", "P", "I"] }
"""


@pytest.mark.parametrize("name", IMPORTERS.built_in)
def test_the_commands_on_a_page_run(
    name: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGES[f"formats/{name}.md"]
    (typed,) = SHELL.findall(page)
    shown = IMPORTERS.built_in[name].example
    made = "kettle.eval" if name == "inspect" else shown
    example = Examples(tmp_path_factory.mktemp("example"))(made)
    commands = [line.split() for line in typed.splitlines()]
    monkeypatch.chdir(tmp_path)
    shutil.copy(example, commands[0][2])
    Path("judge.toml").write_text(TERMS)
    for program, *arguments in commands:
        assert program == "oyez"
        if arguments[0] == "write-back" and name in ("inspect", "inspect-json", "mlflow"):
            continue  # done by the tool's own library, on logs of its own: each has a round trip
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, (arguments, done.output)


def test_the_contracts_on_the_pages_are_in_the_catalogue() -> None:
    named = {each for importer in IMPORTERS for each in importer.contracts}
    assert len(named) > 5
    assert named <= set(oyez.contract_names())


def test_the_code_on_writing_back_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = CODE.findall(PAGES["formats/write-back.md"])
    (tmp_path / "mt-bench-single.jsonl").write_bytes((EXAMPLES / "mt-bench-single.jsonl").read_bytes())
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "write-back.md", "exec"), {})
    assert out.getvalue() == "Written(rows=3, verdicts=1, unread=2)\n"
    assert (tmp_path / "corrected.jsonl").is_file()
