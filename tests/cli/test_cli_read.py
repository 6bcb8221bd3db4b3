"""`oyez read`: the table, the rows, the gates and the errors."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import Result

import oyez
from oyez.core.reply import Reply
from oyez.rows.reading import reading_row

Call = Callable[..., Result]

TABLE = """\
replies   {archive}
contract  {ref}, reader {reader}

                               all             m             n
replies                    8             2             6
coverage                   4 50.0%       2  100%       2 33.3%
  of these abstained       1 25.0%       0             1 50.0%
status
  read                     3 37.5%       2  100%       1 16.7%
  recovered                1 12.5%       0             1 16.7%
    emphasis               1 12.5%       0             1 16.7%
  undelivered              1 12.5%       0             1 16.7%
  absent                   1 12.5%       0             1 16.7%
  off_scale                1 12.5%       0             1 16.7%
  conflict                 1 12.5%       0             1 16.7%
verdict
  B                        2 50.0%       1 50.0%       1 50.0%
  A                        1 25.0%       1 50.0%       0
  C                        1 25.0%       0             1 50.0%
stop
  end                      6 75.0%       1 50.0%       5 83.3%
  length                   1 12.5%       1 50.0%       0
    with a verdict         1             1             0
  unknown                  1 12.5%       0             1 16.7%

without a verdict: all

conflict, competing: 1
  replies.jsonl:4  q4
    says 'A', and another place says otherwise
    1 | [[A]] or rather [[B]]
      |   ^               ^

absent: 1
  replies.jsonl:5  q5
    nothing in it stands in the contract's form; it ends:
    1 | Neither␛[2J.

undelivered: 1
  replies.jsonl:6  q6
    timed out

off_scale, not_in_vocabulary: 1
  replies.jsonl:8  q8
    not one of A, B, C
    1 | [[D]]
      |   ^
"""


def expected(rows: list[dict[str, Any]], contract: Path) -> list[dict[str, Any]]:
    """The rows of the readings, by the library."""
    terms = oyez.contract(contract)
    replies = [Reply(**row) for row in rows]
    return [reading_row(oyez.read(reply, terms), reply) for reply in replies]


def lines(text: str | bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_table(call: Call, archive: Path, contract: Path) -> None:
    done = call("read", archive, "--contract", contract, "--by", "judge")
    assert done.exit_code == 0
    assert done.stderr == ""
    ref = oyez.contract(contract).ref
    assert done.stdout == TABLE.format(archive=archive, ref=ref, reader=oyez.reader.VERSION)


def test_no_line_is_wider_than_the_terminal(archive: Path, contract: Path) -> None:
    for columns in ("60", "80", "120"):
        done = subprocess.run(
            [sys.executable, "-m", "oyez", "read", archive.name, "-c", contract.name, "--by", "id"],
            env={**os.environ, "COLUMNS": columns},
            cwd=archive.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        assert max(map(len, done.stdout.splitlines())) <= int(columns)


@pytest.mark.parametrize("by", ["judge", None, "meta.lang"])
def test_the_table_as_json(call: Call, archive: Path, contract: Path, by: str | None) -> None:
    done = call("read", archive, "-c", contract, "--json", *(["--by", by] if by else []))
    table = json.loads(done.stdout)
    assert table["all"]["status"]["read"] == 3
    assert sum(table["all"]["status"].values()) == table["all"]["replies"] == 8
    assert table["all"]["recovered_by"] == {"emphasis": 1}
    assert (table["all"]["coverage"], table["all"]["abstained"], table["all"]["abstained_share"]) == (
        0.5,
        1,
        0.25,
    )
    assert table["all"]["verdict"] == {"B": 2, "A": 1, "C": 1}
    assert table["all"]["kept_truncated"] == 1
    groups = {"judge": ["m", "n"], "meta.lang": [None, "ko"]}
    assert (table["groups"] and [group["group"] for group in table["groups"]]) == (groups[by] if by else None)
    assert [unread["id"] for unread in table["unread"]] == ["q4", "q5", "q6", "q8"]
    assert table["unread"][3]["start"] == 2


def test_the_table_as_json_lines(call: Call, archive: Path, contract: Path) -> None:
    done = call("read", archive, "-c", contract, "--jsonl", "--by", "judge")
    found = lines(done.stdout)
    assert [(row["by"], row["group"], row["replies"]) for row in found] == [
        (None, None, 8),
        ("judge", "m", 2),
        ("judge", "n", 6),
    ]


def test_rows_go_to_a_file_and_the_table_to_stdout(
    call: Call, archive: Path, contract: Path, rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    wanted = expected(rows, contract)
    done = call("read", archive, "-c", contract, "--to", tmp_path / "out.jsonl")
    assert done.stdout.startswith("replies ")
    assert lines((tmp_path / "out.jsonl").read_bytes()) == wanted
    call("read", archive, "-c", contract, "--to", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as text:
        assert [row["status"] for row in csv.DictReader(text)] == [row["status"] for row in wanted]
    call("read", archive, "-c", contract, "--to", tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == [row["id"] for row in wanted]


def test_rows_go_to_stdout_and_the_table_to_stderr(
    call: Call, archive: Path, contract: Path, rows: list[dict[str, Any]]
) -> None:
    done = call("read", archive, "-c", contract, "--to", "-")
    assert lines(done.stdout) == expected(rows, contract)
    assert done.stderr.startswith("replies ")
    assert (
        json.loads(call("read", archive, "-c", contract, "--to", "-", "--json").stderr)["all"]["replies"] == 8
    )


def test_replies_on_standard_input(call: Call, archive: Path, contract: Path) -> None:
    done = call("read", "-", "-c", contract, "--json", stdin=archive.read_bytes())
    assert json.loads(done.stdout)["all"]["replies"] == 8


def test_columns_are_mapped(call: Call, contract: Path) -> None:
    row = {"n": 1, "out": {"raw": "[[A]]", "why": "max_tokens"}, "model": "x"}
    options = ["--id", "n", "--text", "out.raw", "--stop", "out.why", "--judge", "model", "--to", "-"]
    done = call("read", "-", "-c", contract, *options, stdin=json.dumps(row).encode())
    (found,) = lines(done.stdout)
    assert (found["id"], found["verdict"], found["stop"], found["judge"]) == ("1", "A", "length", "x")


def test_a_directory_of_texts(call: Call, contract: Path, tmp_path: Path) -> None:
    root = tmp_path / "texts"
    root.mkdir()
    (root / "a.txt").write_bytes(b"[[A]]\n")
    (root / "b.txt").write_bytes(b"")
    (root / "c.txt").write_bytes(b"[[A]] \xff")
    done = call("read", root, "-c", contract, "--to", "-")
    assert [(row["id"], row["status"]) for row in lines(done.stdout)] == [
        ("a.txt", "read"),
        ("b.txt", "empty"),
        ("c.txt", "unsupported"),
    ]


@pytest.mark.parametrize(
    ("share", "code"), [("0.5", 0), ("50%", 0), ("0.51", 1), ("50.1%", 1), ("0", 0), ("100%", 1)]
)
def test_the_coverage_gate(
    call: Call, archive: Path, contract: Path, share: str, code: int, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    done = call("read", archive, "-c", contract, "--fail-under", share, "--to", out)
    assert done.exit_code == code
    assert ("the coverage, 4 of 8 replies (50.0%), is below" in done.stderr) == bool(code)
    assert out.exists()
    assert done.stdout.startswith("replies ")


def many(path: Path, good: int, unread: int, bad: int) -> Path:
    path.write_text('{"text": "[[A]]"}\n' * good + '{"text": "?"}\n' * unread + "junk\n" * bad)
    return path


@pytest.mark.parametrize(
    ("good", "unread", "bad", "share", "said"),
    [
        (1, 0, 1000, "99%", "1 of 1,001 rows, 1,000 of them bad (0.1%), is below 99%"),
        (9, 0, 1, "0.95", "9 of 10 rows, 1 of them bad (90.0%), is below 95%"),
        (9, 0, 1, "0.9", ""),
        (9999, 1, 0, "99.995%", "9,999 of 10,000 replies (99.9%), is below 99.995%"),
        (999, 1, 0, "99.9%", ""),
        (999, 1, 0, "0.999", ""),
    ],
)
def test_bad_rows_count_against_the_gate(
    call: Call, contract: Path, tmp_path: Path, good: int, unread: int, bad: int, share: str, said: str
) -> None:
    archive = many(tmp_path / "many.jsonl", good, unread, bad)
    done = call("read", archive, "-c", contract, "--skip-bad", "--fail-under", share)
    assert done.exit_code == bool(said)
    if said:
        assert done.stderr.endswith(f"oyez: the coverage, {said}\n")


@pytest.mark.parametrize("share", ["95", "-1", "much", "120%", "nan", "1e999999999", "inf", "%", ""])
def test_what_is_no_share_is_refused(call: Call, archive: Path, contract: Path, share: str) -> None:
    done = call("read", archive, "-c", contract, f"--fail-under={share}")
    assert done.exit_code == 2
    assert "write 0.95 or 95%" in done.stderr


def test_bad_rows_are_reported_and_counted(call: Call, archive: Path, contract: Path, tmp_path: Path) -> None:
    archive.write_bytes(archive.read_bytes() + b"not json\n" + b'{"id": "q1", "text": "[[A]]"}\n')
    done = call("read", archive, "-c", contract, "--to", tmp_path / "out.jsonl")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"oyez: {archive}:9: not JSON: Expecting value at column 1\n"
    assert not (tmp_path / "out.jsonl").exists()
    done = call("read", archive, "-c", contract, "--skip-bad")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        f"oyez: bad row: {archive}:9: not JSON: Expecting value at column 1",
        f"oyez: bad row: {archive}:10: the id 'q1' stands twice; ids must be unique (--id names another column)",
    ]
    assert "bad rows  2, in no count of this table" in done.stdout
    assert json.loads(call("read", archive, "-c", contract, "--skip-bad", "--json").stdout)["bad_rows"] == 2


def test_errors_are_one_message_and_exit_2(call: Call, archive: Path, contract: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "x"\nfrm = 1\nform = { whole = true }\nscale = "text"\n')
    for args, said in [
        ((archive, "-c", tmp_path / "none.toml"), "none.toml: No such file"),
        ((archive, "-c", "lean-fathfulness"), "no such contract"),
        ((archive, "-c", broken), f"{broken}:2:1"),
        ((tmp_path / "none.jsonl", "-c", contract), "cannot be read: No such file"),
        ((empty, "-c", contract), "holds no rows"),
        ((archive, "-c", contract, "--text", "txt"), "the nearest is 'text' (--text text)"),
        ((archive, "-c", contract, "--stop", "why"), "no column 'why'"),
        ((archive, "-c", contract, "--by", "juge"), "the nearest is 'judge'"),
        ((archive, "-c", contract, "--to", archive), "would overwrite the replies"),
        ((archive, "-c", contract, "--to", tmp_path / "out.txt"), "the ending must say the format"),
        ((archive, "-c", contract, "--json", "--jsonl"), "exclude each other"),
        ((archive,), "Missing option '--contract'"),
        ((archive, "-c", contract, "--nonsense"), "No such option"),
    ]:
        done = call("read", *args)
        assert (done.exit_code, done.stdout) == (2, ""), args
        assert said in done.stderr, args
        assert "Traceback" not in done.stderr


def test_hostile_replies_do_not_reach_the_terminal(call: Call, contract: Path) -> None:
    rows = [
        {"id": "\x1b]0;x\x07", "judge": "\x1b[31m", "text": "[[\x1b[2J\u202e]]"},
        {"id": "b", "judge": "\ud83d", "text": "x\x9b\x00"},
    ]
    stdin = "".join(json.dumps(row) + "\n" for row in rows).encode()
    done = call("read", "-", "-c", contract, "--by", "judge", stdin=stdin)
    assert done.exit_code == 0
    assert not set(done.stdout) & set("\x1b\x07\x9b\x00\u202e\ud83d")


def test_numbers_are_binned(call: Call, tmp_path: Path) -> None:
    terms = tmp_path / "n.json"
    terms.write_text('{"form": {"whole": true}, "scale": {"integer": [0, 100], "abstain": ["REFUSAL"]}}')
    rows = [{"text": str(number)} for number in [*range(0, 100, 5), 95, 95]] + [{"text": "REFUSAL"}]
    stdin = "".join(json.dumps(row) + "\n" for row in rows).encode()
    table = call("read", "-", "-c", terms, stdin=stdin).stdout
    block = table[table.index("verdict\n") : table.index("stop\n")]
    assert [line.split("  ")[1] for line in block.splitlines()[1:]] == [
        *(f"{low} to {min(low + 9, 95)}" for low in range(0, 100, 10)),
        "REFUSAL",
    ]
    assert "90 to 95                 4 17.4%" in block


def wait_for(found: Callable[[], bool]) -> None:
    """Until something holds; the limit only ends a broken run."""
    limit = time.monotonic() + 60
    while not found():
        assert time.monotonic() < limit
        time.sleep(0.01)


INTERRUPTIBLE = (
    "import signal, oyez.cli; signal.signal(signal.SIGINT, signal.default_int_handler); oyez.cli.main()"
)
"""The command, where the tests themselves may run with Ctrl-C ignored, as in the background of a shell."""


@pytest.mark.parametrize("to", ["out.jsonl", "out.csv", "out.parquet", "-"])
def test_ctrl_c_leaves_nothing_half_written(contract: Path, tmp_path: Path, to: str) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    running = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "read", "-", "-c", str(contract), "--to", to],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    row = json.dumps({"text": "[[A]]" + " " * 9000}).encode() + b"\n"
    running.stdin.write(row * 50)
    running.stdin.flush()
    if to == "-":
        assert running.stdout.readline()
    else:
        wait_for(lambda: any(folder.iterdir()))
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 130  # with its input still open: an end of input would race with the signal
    stdout, stderr = running.communicate()
    assert list(folder.iterdir()) == []
    assert stderr.startswith(b"oyez: stopped")
    assert all(json.loads(line) for line in stdout.splitlines())


def test_a_reader_that_goes_away_is_no_traceback(contract: Path, tmp_path: Path) -> None:
    archive = tmp_path / "r.jsonl"
    archive.write_text("".join(json.dumps({"text": "[[A]]"}) + "\n" for _ in range(2000)))
    running = subprocess.Popen(
        [sys.executable, "-m", "oyez", "read", str(archive), "-c", str(contract), "--to", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait() == 141
