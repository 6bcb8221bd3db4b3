"""Importing: every row once, whatever happens on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from oyez import InputError, Ledger
from oyez.ledger import archive
from oyez.ledger.archive import NOT_KEPT, import_archive
from oyez.rows.columns import Columns

Call = Callable[..., Result]


def rows(count: int, first: int = 0) -> list[dict[str, Any]]:
    return [
        {
            "id": f"r{at}",
            "text": f"reply {at}\n[[A]]",
            "item": f"i{at // 2}",
            "arm": "AB"[at % 2],
            "judge": "m",
            "stop": "end_turn",
            "draw": at % 2,
            "meta": {"n": at},
        }
        for at in range(first, first + count)
    ]


def write(path: Path, made: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
    return path


@pytest.fixture
def replies(tmp_path: Path) -> Path:
    return write(tmp_path / "replies.jsonl", rows(30))


def counts(path: Path) -> tuple[int, int]:
    """Draws, and faults."""
    with Ledger(path, readonly=True) as ledger:
        return ledger.count(), len([*ledger.verify()])


def test_importing_twice_adds_nothing(call: Call, path: Path, replies: Path) -> None:
    first = call("import", replies, "--into", path, "--json")
    again = call("import", replies, "--into", path, "--json")
    assert (first.exit_code, again.exit_code) == (0, 0)
    one, two = (json.loads(done.stdout)["archives"][0] for done in (first, again))
    assert (one["added"], one["there"]) == (30, 0)
    assert (two["added"], two["there"]) == (0, 30)
    assert counts(path) == (30, 0)
    with Ledger(path) as ledger:
        stored = ledger.get(3)
        assert stored.source == str(replies.resolve())
        row = rows(30)[2]
        assert (stored.reply.id, stored.reply.text, stored.reply.meta) == (
            row["id"],
            row["text"],
            row["meta"],
        )


KILLED = """
import os, sys
from oyez import Ledger
from oyez.ledger.archive import import_archive
from oyez.rows.columns import Columns
def row(done, seen=[0]):
    seen[0] += 1
    if seen[0] == int(sys.argv[3]):
        os.kill(os.getpid(), 9)
import_archive(Ledger(sys.argv[1]), sys.argv[2], Columns(), batch=4, on_row=row)
"""


def test_a_killed_import_goes_on(path: Path, replies: Path, call: Call) -> None:
    for at in (10, 20, 20):
        killed = subprocess.run([sys.executable, "-c", KILLED, str(path), str(replies), str(at)])
        assert killed.returncode == -9
    held, faults = counts(path)
    assert (held, faults) == (20, 0)
    done = call("import", replies, "--into", path, "--json")
    found = json.loads(done.stdout)["archives"][0]
    assert (found["added"], found["there"]) == (10, 20)
    assert counts(path) == (30, 0)
    with Ledger(path) as ledger:
        assert [stored.reply.id for stored in ledger.draws()] == [row["id"] for row in rows(30)]
        assert [entry["draws"] for entry in ledger.status().imports] == [30]


def test_an_archive_that_grew_adds_its_new_rows(path: Path, replies: Path, call: Call) -> None:
    call("import", replies, "--into", path)
    write(replies, rows(40))
    done = call("import", replies, "--into", path, "--json")
    found = json.loads(done.stdout)["archives"][0]
    assert (found["added"], found["there"]) == (10, 30)
    assert counts(path) == (40, 0)


@pytest.mark.parametrize(
    "change", [{"text": "another"}, {"stop": "length"}, {"meta": {"n": 4.0}}, {"judge": "n"}, {"item": None}]
)
def test_an_archive_that_says_something_else_is_refused(
    change: dict[str, Any], path: Path, replies: Path, call: Call
) -> None:
    call("import", replies, "--into", path)
    made = rows(32)
    made[4] |= change
    write(replies, made)
    done = call("import", replies, "--into", path)
    assert done.exit_code == 2
    assert "the row 'r4' differs from draw 5" in done.stderr
    assert counts(path) == (30, 0)
    named = call("import", replies, "--into", path, "--as", "second try", "--json")
    assert json.loads(named.stdout)["archives"][0]["added"] == 32
    again = call("import", replies, "--into", path, "--as", "second try", "--json")
    assert json.loads(again.stdout)["archives"][0]["added"] == 0
    assert counts(path) == (62, 0)


def test_the_same_bytes_elsewhere_are_not_taken_twice_by_mistake(
    path: Path, replies: Path, call: Call
) -> None:
    call("import", replies, "--into", path)
    copy = replies.with_name("copy.jsonl")
    copy.write_bytes(replies.read_bytes())
    done = call("import", copy, "--into", path)
    assert done.exit_code == 0
    assert f"the same bytes were imported from {replies.resolve()}" in done.stdout
    assert counts(path) == (30, 0)
    call("import", copy, "--into", path, "--as", "copy")
    assert counts(path) == (60, 0)


def test_a_bad_row_stops_and_the_mended_archive_goes_on(path: Path, replies: Path, call: Call) -> None:
    good = replies.read_text()
    replies.write_text(good + "not JSON\n")
    done = call("import", replies, "--into", path)
    assert done.exit_code == 2
    assert f"{replies}:31: not JSON" in done.stderr
    replies.write_text(good + json.dumps(rows(1, 30)[0]) + "\n")
    done = call("import", replies, "--into", path, "--json")
    assert json.loads(done.stdout)["archives"][0]["added"] == 1
    assert counts(path) == (31, 0)
    replies.write_text(good + "not JSON either\n")
    done = call("import", replies, "--into", path, "--as", "skipping", "--skip-bad")
    assert (done.exit_code, "bad row: " in done.stderr) == (0, True)
    assert counts(path) == (61, 0)


def test_a_directory_of_texts_and_one_more_text(path: Path, tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "b.txt").write_bytes(b"[[B]] \xff\x00")
    (folder / "d.txt").write_text("")
    call("import", folder, "--into", path)
    (folder / "a.txt").write_text("[[A]]")
    done = call("import", folder, "--into", path, "--json")
    assert json.loads(done.stdout)["archives"][0]["added"] == 1
    with Ledger(path) as ledger:
        held = {stored.reply.id: stored.reply.text for stored in ledger.draws()}
    assert held == {"b.txt": "[[B]] \udcff\0", "d.txt": "", "a.txt": "[[A]]"}
    assert counts(path) == (3, 0)


def test_columns_are_mapped_and_csv_and_parquet_come_in(path: Path, tmp_path: Path, call: Call) -> None:
    table = tmp_path / "replies.csv"
    table.write_text('key,judgment\nq1,"two\nlines"\nq2,"a ""b"""\n')
    call("import", table, "--into", path, "--id", "key", "--text", "judgment")
    with Ledger(path) as ledger:
        assert [(one.reply.id, one.reply.text) for one in ledger.draws()] == [
            ("q1", "two\nlines"),
            ("q2", 'a "b"'),
        ]
        parquet = tmp_path / "out.parquet"
    call("ledger", "export", path, "--to", parquet)
    other = tmp_path / "other.oyez"
    assert call("import", parquet, "--into", other).exit_code == 0
    with Ledger(other) as ledger:
        assert [(one.reply.id, one.reply.text) for one in ledger.draws()] == [
            ("q1", "two\nlines"),
            ("q2", 'a "b"'),
        ]


def test_recorded_values_without_text_are_not_rereadable(path: Path, tmp_path: Path, call: Call) -> None:
    banked: list[dict[str, Any]] = [
        {"id": "b1", "arm": "old", "score": 70},
        {"id": "b2", "arm": "old", "score": None},
        {"id": "b3", "arm": "old", "score": 5, "text": '{"score": 5}'},
        {"id": "b4", "arm": "old", "error": "timed out"},
    ]
    done = call(
        "import", write(tmp_path / "banked.jsonl", banked), "--into", path, "--recorded", "score", "--json"
    )
    found = json.loads(done.stdout)["archives"][0]
    assert (found["added"], found["not_rereadable"]) == (4, 2)
    with Ledger(path) as ledger:
        held = [*ledger.draws()]
        assert [one.rereadable for one in held] == [False, False, True, True]
        assert [one.draw.raw_absent for one in held] == [NOT_KEPT, NOT_KEPT, None, None]
        assert [[each.value for each in one.draw.recorded] for one in held] == [[70], [None], [5], []]
        assert ledger.status().not_rereadable == 2
    read = call("read", path, "-c", "trait-score", "--json")
    table = json.loads(read.stdout)
    assert table["ledger"] == {"added": 2, "there": 0, "not_rereadable": 2}
    assert table["all"]["status"]["undelivered"] == 1
    assert counts(path) == (4, 0)


def test_a_number_recorded_in_csv_is_a_number(path: Path, tmp_path: Path, call: Call) -> None:
    table = tmp_path / "banked.csv"
    table.write_text("id,score\na,70\nb,\nc,7.5\nd,high\n")
    assert call("import", table, "--into", path, "--recorded", "score").exit_code == 0
    with Ledger(path) as ledger:
        assert [one.draw.recorded[0].value for one in ledger.draws()] == [70, None, 7.5, "high"]
        assert [one.rereadable for one in ledger.draws()] == [False] * 4


def test_what_cannot_be_imported_is_told(path: Path, tmp_path: Path, replies: Path, call: Call) -> None:
    cases: list[tuple[list[Any], str]] = [
        (["-"], "standard input cannot be imported"),
        ([tmp_path / "nothing.jsonl"], "cannot be read"),
        ([write(tmp_path / "empty.jsonl", [])], "holds no rows"),
        ([replies, "--text", "judgment"], "no column 'judgment'"),
        ([replies, "--recorded", "item", "--text", "none"], "no column 'none'"),
        ([replies, "--recorded", "scor"], "in all rows: no column 'scor'"),
        ([write(tmp_path / "b.jsonl", [{"id": "b", "score": 1}]), "--recorded", "scor"], "no column 'text'"),
        ([replies, replies, "--as", "x"], "--as names one archive"),
    ]
    for args, message in cases:
        done = call("import", *args, "--into", path)
        assert (done.exit_code, done.stdout) == (2, ""), args
        assert message in done.stderr, done.stderr


def test_an_archive_that_changes_while_it_is_read_is_told(
    ledger: Ledger, replies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grow(done: int) -> None:
        with replies.open("a") as file:
            file.write(" \n")

    with pytest.raises(InputError, match="changed while it was imported"):
        import_archive(ledger, str(replies), Columns(), on_row=grow)
    assert archive.import_archive(ledger, str(replies), Columns()).there == 30
    assert ledger.count() == 30


def test_no_ledger_is_made_for_an_archive_that_is_not_there(path: Path, replies: Path, call: Call) -> None:
    done = call("import", replies, "nowhere.jsonl", "--into", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "nowhere.jsonl: cannot be read" in done.stderr
    assert not path.exists()


@pytest.mark.parametrize("skip", [[], ["--skip-bad"]])
@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("noise.eval", b"\x9d\x00\xff\xfe\n\x80"),
        ("half.eval", b"PK\x03\x04 and no more"),
        ("other.csv", b"nonsense\n"),
        ("empty.jsonl", b""),
        ("other.jsonl", b'{"q": "a"}\n'),
        ("deep.json", b"[" * 100_000),
    ],
)
def test_no_ledger_is_made_for_an_archive_that_gives_no_row(
    name: str, body: bytes, skip: list[str], tmp_path: Path, call: Call
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / name).write_bytes(body)
    done = call("import", folder / name, "--into", folder / "new.oyez", *skip)
    assert done.exit_code == 2
    assert done.stderr.count("\n") >= 1
    assert name in done.stderr
    assert [one.name for one in folder.iterdir()] == [name]
