"""A parser and a contract on one archive: where they part, and what it does to the number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oyez
from auditing import seed_parsers
from oyez.audit import Kind, Reckoning
from oyez.audit.archive import Part, compare_archive
from oyez.audit.effect import Count
from oyez.audit.subject import Called
from oyez.cli import main

ROWS: list[dict[str, Any]] = [
    {"id": "1", "text": "Fine.\n[[A>B]]"},
    {"id": "2", "text": "[[AB]]"},
    {"id": "3", "text": "[[B>>A]] at first, then [[A>B]]"},
    {"id": "4", "text": None, "error": "timed out"},
    {"id": "5", "text": "[[A=B]]"},
    {"id": "6", "text": "A>B"},
    {"id": "7", "text": "[[B>A]]\n> [[A>>B]]"},
    {"id": "8", "text": "I cannot say."},
]


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(Path(__file__).parents[1])
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def test_the_parts_add_up(archive: str) -> None:
    terms = oyez.contract("arena-hard")
    found = compare_archive(archive, Called(seed_parsers.arena_permissive), terms, Reckoning())
    assert {part: n for part, n in found.parts.items() if n} == {
        Part.SAME: 2,
        Part.DIFFERENT: 1,
        Part.PARSER_ONLY: 2,
        Part.CONTRACT_ONLY: 1,
        Part.NEITHER: 1,
        Part.UNDELIVERED: 1,
    }
    assert found.replies == len(ROWS)
    assert found.failed([Kind.SILENT, Kind.INVENTED]) == 3
    assert found.changes == {
        "AB → (off_scale)": 1,
        "A>B → (conflict)": 1,
        "(nothing) → A>B": 1,
        "A>>B → B>A": 1,
    }


def test_the_effect_is_counted_on_both_sides(archive: str) -> None:
    terms = oyez.contract("arena-hard")
    found = compare_archive(archive, Called(seed_parsers.arena_permissive), terms, Reckoning())
    assert found.parser.labels == {"A>B": 2, "AB": 1, "A=B": 1, "A>>B": 1}
    assert found.contract_side.labels == {"A>B": 2, "A=B": 1, "B>A": 1}
    assert found.contract_side.mean == pytest.approx(2.5 / 4)
    assert found.contract_side.low == pytest.approx(2.5 / 7)
    assert found.contract_side.high == pytest.approx(5.5 / 7)
    assert found.parser.mean == pytest.approx(3.5 / 4)


def test_changed_decisions_and_the_queue(archive: str, tmp_path: Path) -> None:
    queue = tmp_path / "queue.jsonl"
    found = compare_archive(
        archive,
        Called(seed_parsers.arena_permissive),
        oyez.contract("arena-hard"),
        Reckoning(),
        through="auditing.seed_parsers:arena_score",
        queue=str(queue),
    )
    assert found.decided == {"0.0 → 0.5": 1, "0.5 → 0.0": 1, "0.0 → 1.0": 1}
    rows = [json.loads(line) for line in queue.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["2", "3", "6", "7"]
    assert all(row["right"] is None for row in rows)


def test_a_ledger_is_an_archive_too(archive: str, tmp_path: Path) -> None:
    path = tmp_path / "replies.oyez"
    runner = CliRunner()
    assert runner.invoke(main, ["import", archive, "--into", str(path)]).exit_code == 0
    terms = oyez.contract("arena-hard")
    one = compare_archive(archive, Called(seed_parsers.arena_permissive), terms, Reckoning())
    other = compare_archive(str(path), Called(seed_parsers.arena_permissive), terms, Reckoning())
    assert one.parts == other.parts
    assert one.parser == other.parser


def test_the_command(archive: str) -> None:
    done = CliRunner(env={"COLUMNS": "80"}).invoke(
        main, ["audit", "single-bracket", "-c", "arena-hard", "--on", archive, "--fail-on", "invented"]
    )
    assert done.exit_code == 1
    assert "only the parser has a verdict" in done.output
    assert "whatever the unread say" in done.output
    as_json = CliRunner().invoke(
        main, ["audit", "single-bracket", "-c", "arena-hard", "--on", archive, "--json"]
    )
    assert json.loads(as_json.output)["parts"]["undelivered"] == 1


def test_the_mean_of_ratings_leaves_out_abstentions_and_is_bounded_by_the_unread() -> None:
    scale = oyez.contract("trait-score").fields["verdict"].scale
    count = Count(scale)
    for verdict in (80, 60, "REFUSAL"):
        count.add(verdict, has=True)
    count.add(None, has=False)
    made = count.headline()
    assert made.mean == 70
    assert made.low == pytest.approx(140 / 3)
    assert made.high == pytest.approx(240 / 3)
    assert (made.replies, made.verdicts) == (4, 2)


def test_labels_have_no_mean() -> None:
    count = Count(oyez.contract("lean-faithfulness").fields["verdict"].scale)
    count.add("faithful", has=True)
    assert count.headline().mean is None
