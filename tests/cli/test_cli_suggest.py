"""`oyez contracts suggest`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import Result
from suggesting.made import prose

import oyez

Call = Callable[..., Result]


def archive(path: Path, texts: Iterable[str], column: str = "text") -> Path:
    rows = (json.dumps({"id": f"q{at}", column: text}) + "\n" for at, text in enumerate(texts))
    path.write_text("".join(rows))
    return path


@pytest.fixture
def checks(tmp_path: Path) -> Path:
    values = ["PASS", "FAIL"] * 6
    return archive(tmp_path / "checks.jsonl", (f"{prose(at)}\nCHECK: {v}" for at, v in enumerate(values)))


def test_the_draft_is_written_and_reads_the_archive(call: Call, checks: Path, tmp_path: Path) -> None:
    target = tmp_path / "draft.toml"
    done = call("contracts", "suggest", checks, "--to", target)
    assert done.exit_code == 0
    assert "every reply" in done.output
    assert "form = " not in done.output
    assert oyez.contract(target).name == "draft-line"
    assert call("read", checks, "--contract", target, "--fail-under", "100%").exit_code == 0


def test_as_json(call: Call, checks: Path) -> None:
    tree = json.loads(call("contracts", "suggest", checks, "--json", "--most", "1").stdout)
    assert (tree["replies"], tree["best"], tree["unread_count"]) == (12, "draft-line", 0)
    assert [(each["drafted"], each["read"], each["coverage"]) for each in tree["listed"]] == [(True, 12, 1.0)]
    assert 'line = "CHECK"' in tree["listed"][0]["toml"]


def test_another_column(call: Call, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", (f"{prose(at)} [[{'AB'[at % 2]}]]" for at in range(12)), "said")
    done = call("contracts", "suggest", path, "--text", "said")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[3].split()[0] == "mt-bench-pairwise"


def test_nothing_fits(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "none.toml"
    done = call("contracts", "suggest", archive(tmp_path / "a.jsonl", map(prose, range(9))), "--to", target)
    assert done.exit_code == 1
    assert "nothing fits" in done.stdout
    assert "not written: " in done.stdout
    assert not target.exists()


def test_what_cannot_be_done_is_refused(call: Call, checks: Path, tmp_path: Path) -> None:
    assert call("contracts", "suggest", checks, "--to", tmp_path / "draft.json").exit_code == 2
    assert call("contracts", "suggest", tmp_path / "missing.jsonl").exit_code == 2
    assert call("contracts", "suggest", checks, "--most", "0").exit_code == 2
