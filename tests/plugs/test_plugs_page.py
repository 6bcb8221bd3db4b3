"""The programs on the page on plugs, each run by the tool it is for where that is installed."""

from __future__ import annotations

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import oyez
from oyez.importers import open_archive
from plugs.page import run, write_files

PROMPTFOO = os.environ.get("OYEZ_PROMPTFOO") or shutil.which("promptfoo")


@pytest.fixture
def printed(tmp_path: Path) -> dict[str, str]:
    return write_files(tmp_path)


@pytest.mark.parametrize(("program", "package"), [("task.py", "inspect_ai"), ("evaluate.py", "deepeval")])
def test_a_program_prints_what_the_page_says(
    program: str, package: str, printed: dict[str, str], tmp_path: Path
) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    done = run(tmp_path, "python", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(printed[program])


def test_the_log_of_the_scorer_imports_and_agrees(printed: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="inspect_ai is not installed")
    run(tmp_path, "python", "task.py")
    (log,) = (tmp_path / "logs").glob("*.eval")
    terms = oyez.contract(tmp_path / "judge.toml")
    worth = {"PASS": 1, "FAIL": 0}
    draws = list(open_archive(log))
    assert len(draws) == 4
    for draw in draws:
        reading = oyez.read(draw.reply, terms)
        (recorded,) = draw.recorded
        assert recorded.value == (worth.get(reading.verdict) if reading.ok else None)


@pytest.mark.skipif(
    PROMPTFOO is None, reason="promptfoo is not installed (npm), or OYEZ_PROMPTFOO does not name it"
)
def test_promptfoo_runs_provider_and_assertion(printed: dict[str, str], tmp_path: Path) -> None:
    import sys

    home = {"PROMPTFOO_PYTHON": sys.executable, "PROMPTFOO_CONFIG_DIR": str(tmp_path / "home")}
    done = run(tmp_path, str(PROMPTFOO), "eval", "-o", "out.json", "--no-cache", **home)
    assert done.returncode == 100, done.stderr  # some tests failed, as they should
    results = json.loads((tmp_path / "out.json").read_text())["results"]["results"]
    parts = [result["gradingResult"]["componentResults"][0] for result in results]
    assert [part["pass"] for part in parts] == [True, False, True, False]
    assert parts[0]["metadata"]["oyez"]["evidence"] == "PASS"
    assert parts[1]["metadata"]["graderError"] is True
    assert parts[2]["namedScores"] == {"unread": 0, "polite": 1}
    assert parts[3]["namedScores"] == {"unread": 1}
    assert parts[3]["metadata"]["oyez"]["status"] == "off_scale"
    replies = [draw.reply.text for draw in open_archive(tmp_path / "out.json")]
    assert replies == [
        'It says "VERDICT: FAIL", but it is polite.\nVERDICT: PASS',
        "The answer is polite, and",
    ]


def test_pytest_runs_a_file_of_cases(printed: dict[str, str], tmp_path: Path) -> None:
    command = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert run(tmp_path, *command).returncode == 0
    cases = tmp_path / "cases.jsonl"
    cases.write_text(cases.read_text().replace('"verdict": "FAIL"', '"verdict": "PASS"'))
    done = run(tmp_path, *command)
    assert done.returncode == 1
    assert "FAILED  cases.jsonl:1  quoted" in done.stdout
    assert "verdict: wanted PASS, got FAIL" in done.stdout
    assert "1 passed, 1 failed" in done.stdout
    cases.write_text("{}\n")
    assert "the key 'contract' is missing" in run(tmp_path, *command).stdout


def test_the_plugin_is_quick_to_load(tmp_path: Path) -> None:
    program = "import sys, oyez.plugs.pytest_plugin; print([*sys.modules])"
    loaded = run(tmp_path, "python", "-c", program).stdout
    assert "'oyez.plugs.pytest_plugin'" in loaded
    assert [name for name in ("numpy", "pyarrow", "sqlite3", "inspect_ai") if f"'{name}'" in loaded] == []


def test_entry_points_lead_to_the_plugs() -> None:
    from importlib.metadata import entry_points

    (plugin,) = entry_points(group="pytest11", name="oyez")
    assert plugin.value == "oyez.plugs.pytest_plugin"
    (scorer,) = entry_points(group="inspect_ai", name="oyez")
    assert scorer.value == "oyez.inspect"
