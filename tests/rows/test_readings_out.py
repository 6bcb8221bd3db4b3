"""Readings out: the same row in three formats, and a file that appears whole or not at all."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from oyez.core.errors import InputError
from oyez.core.problem import Problem
from oyez.core.reading import FieldReading, Reading
from oyez.core.reply import Reply
from oyez.core.status import Status, Stop
from oyez.rows.reading import READING_COLUMNS, reading_row, to_json, to_json_bytes
from oyez.rows.readings import check_target, open_target

REPLY = Reply(
    id="q1",
    text="x",
    item="i",
    arm="base",
    judge="m",
    judge_digest="sha256:1",
    draw=0,
    order="AB",
    meta={"k": [1.5, None]},
)
READ = Reading(
    contract="c@1#ab",
    reader="1",
    status=Status.RECOVERED,
    verdict="B",
    rule="emphasis",
    start=9,
    end=10,
    evidence="B",
    stop=Stop.LENGTH,
    problems=(Problem("quoted", "set aside, as it is quoted", 1, 4),),
    fields={
        "verdict": FieldReading(Status.RECOVERED, "B", "emphasis", 9, 10),
        "score": FieldReading(Status.ABSENT, None, None, None, None),
    },
)
UNREAD = Reading(contract="c@1#ab", reader="1", status=Status.EMPTY)


def verdict(value: Any, evidence: str = "x") -> Reading:
    return Reading(
        contract="c@1#ab", reader="1", status=Status.READ, verdict=value, start=0, end=1, evidence=evidence
    )


def written(path: Path, *pairs: tuple[Reading, Reply]) -> Path:
    with open_target(str(path)) as out:
        for reading, reply in pairs:
            out.write(reading_row(reading, reply))
    return path


def write_and_fail(target: Path, fault: type[BaseException]) -> None:
    with open_target(str(target)) as out:
        out.write(reading_row(READ, REPLY))
        raise fault


def test_a_row_holds_the_columns_in_their_order() -> None:
    assert tuple(reading_row(READ, REPLY)) == READING_COLUMNS
    assert reading_row(READ, REPLY) == {
        "id": "q1",
        "contract": "c@1#ab",
        "reader": "1",
        "status": "recovered",
        "verdict": "B",
        "abstained": False,
        "rule": "emphasis",
        "start": 9,
        "end": 10,
        "evidence": "B",
        "stop": "length",
        "problems": [{"code": "quoted", "message": "set aside, as it is quoted", "start": 1, "end": 4}],
        "fields": {
            "verdict": {"status": "recovered", "verdict": "B", "rule": "emphasis", "start": 9, "end": 10},
            "score": {"status": "absent", "verdict": None, "rule": None, "start": None, "end": None},
        },
        "item": "i",
        "arm": "base",
        "judge": "m",
        "judge_digest": "sha256:1",
        "draw": 0,
        "order": "AB",
        "meta": {"k": [1.5, None]},
    }


def test_jsonl_rows_are_the_rows(tmp_path: Path) -> None:
    path = written(tmp_path / "out.jsonl", (READ, REPLY), (UNREAD, Reply(text="")))
    found = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert found == [reading_row(READ, REPLY), reading_row(UNREAD, Reply(text=""))]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("\ud83d", b'"\\ud83d"\n'),
        ("\udcff좋음", '"\\udcff좋음"\n'.encode()),
        ("a\u2028b\x85c\x9b\x7f", b'"a\\u2028b\\u0085c\\u009b\\u007f"\n'),
        ("\x00\x1b\n", b'"\\u0000\\u001b\\n"\n'),
        ({"b": b"\xc3\xa9\xff"}, '{"b": "é\\\\xff"}\n'.encode()),
        ([float("nan"), {"x": float("-inf")}, 0.1], b'[null, {"x": null}, 0.1]\n'),
    ],
)
def test_json_is_strict_and_one_line(value: Any, line: bytes) -> None:
    assert to_json_bytes(value) == line
    line.decode("utf-8")
    json.loads(line, parse_constant=lambda word: pytest.fail(word))


def test_json_that_is_nested_too_deep_is_an_error() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(InputError, match="nested too deep"):
        to_json(deep)
    with pytest.raises(InputError, match="nested too deep"):
        to_json([deep, float("inf")])


def test_csv_cells_are_scalars_or_json(tmp_path: Path) -> None:
    path = written(tmp_path / "out.csv", (READ, REPLY), (UNREAD, Reply(text="")))
    with path.open(newline="", encoding="utf-8") as text:
        first, second = csv.DictReader(text)
    assert tuple(first) == READING_COLUMNS
    assert (first["verdict"], first["abstained"], first["start"], first["rule"]) == (
        "B",
        "false",
        "9",
        "emphasis",
    )
    row = reading_row(READ, REPLY)
    assert {name: json.loads(first[name]) for name in ("problems", "fields", "meta")} == {
        name: row[name] for name in ("problems", "fields", "meta")
    }
    assert (second["verdict"], second["start"], second["fields"], second["problems"]) == ("", "", "", "[]")


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("A", "A"),
        (70, "70"),
        (7.5, "7.5"),
        (True, "true"),
        (["a", "b"], '["a", "b"]'),
        ({"a": 1}, '{"a": 1}'),
    ],
)
def test_csv_verdicts(tmp_path: Path, value: Any, cell: str) -> None:
    path = written(tmp_path / "out.csv", (verdict(value), REPLY))
    with path.open(newline="", encoding="utf-8") as text:
        assert next(csv.DictReader(text))["verdict"] == cell


def test_csv_keeps_line_ends_and_escapes_lone_surrogates(tmp_path: Path) -> None:
    path = written(tmp_path / "out.csv", (verdict("x", 'a\r\nb\rc,"d"\n\udcff'), REPLY))
    with path.open(newline="", encoding="utf-8") as text:
        assert next(csv.DictReader(text))["evidence"] == 'a\r\nb\rc,"d"\n\\udcff'


def test_parquet_has_one_schema_for_all_contracts(tmp_path: Path) -> None:
    plain = written(tmp_path / "a.parquet", (verdict(3, "\udcff"), Reply(text="x")))
    full = written(tmp_path / "b.parquet", (READ, REPLY), (UNREAD, REPLY), (verdict(None), REPLY))
    assert pq.read_schema(plain).equals(pq.read_schema(full))
    first, second, third = pq.read_table(full).to_pylist(maps_as_pydicts="strict")
    row = reading_row(READ, REPLY)
    assert tuple(first) == READING_COLUMNS
    assert json.loads(first.pop("verdict")) == "B"
    assert json.loads(first.pop("meta")) == {"k": [1.5, None]}
    assert first.pop("fields") == {
        "verdict": {"status": "recovered", "verdict": '"B"', "rule": "emphasis", "start": 9, "end": 10},
        "score": {"status": "absent", "verdict": None, "rule": None, "start": None, "end": None},
    }
    assert first == {name: row[name] for name in first}
    assert (second["status"], second["verdict"], second["fields"]) == ("empty", None, None)
    assert (third["status"], third["verdict"]) == ("read", "null")
    (only,) = pq.read_table(plain).to_pylist()
    assert (only["verdict"], only["evidence"]) == ("3", "\\udcff")


def test_parquet_holds_many_rows(tmp_path: Path) -> None:
    path = written(tmp_path / "out.parquet", *[(verdict(number), REPLY) for number in range(5000)])
    assert pq.read_table(path, columns=["verdict"])["verdict"].to_pylist() == [str(n) for n in range(5000)]


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("fault", [KeyboardInterrupt, InputError, RuntimeError])
def test_after_a_fault_the_target_is_as_before(tmp_path: Path, name: str, fault: type[BaseException]) -> None:
    old = tmp_path / name
    old.write_text("old")
    for target in (old, tmp_path / f"new-{name}"):
        with pytest.raises(fault):
            write_and_fail(target, fault)
    assert old.read_text() == "old"
    assert os.listdir(tmp_path) == [name]


def test_nothing_is_there_before_the_end(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with open_target(str(target)) as out:
        out.write(reading_row(READ, REPLY))
        assert not target.exists()
    assert target.exists()


def test_the_mode_is_that_of_the_old_file_or_the_usual_one(tmp_path: Path) -> None:
    new, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    usual = tmp_path / "usual"
    usual.touch()
    old.touch(mode=0o600)
    for path in (new, old):
        written(path, (UNREAD, REPLY))
    assert new.stat().st_mode == usual.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed_and_a_device_written_to(tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.touch()
    link.symlink_to(real)
    written(link, (UNREAD, REPLY))
    assert link.is_symlink()
    assert real.read_bytes()
    null = tmp_path / "null.jsonl"
    null.symlink_to(os.devnull)
    written(null, (UNREAD, REPLY))
    assert not Path(os.devnull).is_file()


def test_a_long_name_fits_beside_itself(tmp_path: Path) -> None:
    target = tmp_path / ("日" * 80 + ".jsonl")
    written(target, (UNREAD, REPLY))
    assert os.listdir(tmp_path) == [target.name]


def test_what_could_not_be_written_is_named() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with pytest.raises(InputError, match="/dev/full: was not written: No space left"):
        written(Path("/dev/full"), (UNREAD, REPLY))


def test_readings_do_not_go_among_the_replies(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("out.jsonl", "sub/out.csv"):
        with pytest.raises(InputError, match="stands among the replies"):
            check_target(str(tmp_path / name), str(tmp_path))


def test_replies_that_are_not_there_are_left_to_be_found_missing(tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.touch()
    check_target(str(old), str(tmp_path / "none.jsonl"))


def test_targets_that_cannot_be_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "r.jsonl"
    source.touch()
    check_target("-", str(source))
    check_target(str(tmp_path / "out.jsonl"), str(source))
    for name, said in [
        (tmp_path / "out.txt", "the ending must say the format"),
        (source, "would overwrite the replies"),
        (tmp_path / "none" / "out.csv", "there is no directory"),
        (tmp_path, "is a directory"),
    ]:
        with pytest.raises(InputError, match=said):
            check_target(str(name), str(source))
