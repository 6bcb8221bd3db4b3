"""`oyez write-back`: the exporter of the archive's tool, a new file, and counts that add up."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from archives import Examples
from click.testing import CliRunner, Result

from oyez.cli import main
from oyez.exporters import EXPORTERS
from oyez.importers import IMPORTERS, open_archive


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, list(arguments))


def test_every_format_names_an_exporter_that_is_there() -> None:
    named = {each.name: each.exporter for each in IMPORTERS if each.exporter is not None}
    assert set(named.values()) <= {each.name for each in EXPORTERS}
    assert {each.name for each in IMPORTERS} - set(named) == {
        "anthropic-batch",
        "deepeval",
        "evalscope",
        "leanscreen",
        "llm-logs",
        "openai-batch",
        "openai-evals",
        "opencompass",
        "promptfoo",
        "promptfoo-jsonl",
        "wildbench",
    }


def test_the_archives_own_tool_is_written_for(example: Examples, tmp_path: Path) -> None:
    archive, to = example("mt-bench-single.jsonl"), tmp_path / "new.jsonl"
    before = sha256(archive.read_bytes()).hexdigest()
    done = run("write-back", str(archive), "-c", "mt-bench-rating", "--to", str(to), "--json")
    told = json.loads(done.stdout)
    assert (told["exporter"], told["readings"], told["verdicts"], told["unread"]) == ("mt-bench", 3, 1, 2)
    assert sha256(archive.read_bytes()).hexdigest() == before
    assert len(list(open_archive(to))) == 3
    again = run("write-back", str(archive), "-c", "mt-bench-rating", "--to", str(to))
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_draws_without_text_are_left_alone(example: Examples, tmp_path: Path) -> None:
    to = tmp_path / "new.json"
    done = run("write-back", str(example("alpaca-eval.json")), "-c", "alpaca-eval-ranking", "--to", str(to))
    assert done.exit_code == 0
    assert "left      1 not re-readable, as they are" in done.stdout
    old, new = (json.loads(path.read_text()) for path in (example("alpaca-eval.json"), to))
    (lost,) = [number for number, draw in enumerate(open_archive(to)) if draw.raw_absent is not None]
    assert new[lost] == old[lost]


def test_a_format_without_a_file_of_its_own_asks_for_one(example: Examples, tmp_path: Path) -> None:
    archive = str(example("promptfoo.json"))
    done = run("write-back", archive, "-c", "inspect-grade", "--to", str(tmp_path / "new.xml"))
    assert done.exit_code == 2
    assert "the format promptfoo has no file of its own to write back to: --as names one of" in done.stderr
    done = run(
        "write-back", archive, "-c", "inspect-grade", "--to", str(tmp_path / "new.xml"), "--as", "junit"
    )
    assert done.exit_code == 0
    done = run("write-back", archive, "-c", "inspect-grade", "--to", str(tmp_path / "x"), "--as", "pdf")
    assert "no exporter 'pdf'; there are: alpaca-eval" in done.stderr


def test_a_ledger_is_written_in_formats_that_need_no_archive(example: Examples, tmp_path: Path) -> None:
    ledger = str(tmp_path / "l.db")
    run("import", str(example("mt-bench-single.jsonl")), "--into", ledger)
    assert (
        "a ledger has no file of its own"
        in run("write-back", ledger, "-c", "mt-bench-rating", "--to", "x").stderr
    )
    to = tmp_path / "new.jsonl"
    done = run("write-back", ledger, "-c", "mt-bench-rating", "--to", str(to), "--as", "readings")
    assert done.exit_code == 0
    assert len(to.read_text().splitlines()) == 3
    done = run("write-back", ledger, "-c", "mt-bench-rating", "--to", str(tmp_path / "y"), "--as", "mt-bench")
    assert "mt-bench is written beside an archive, and none was named" in done.stderr
