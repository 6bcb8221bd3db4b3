"""`oyez read` on a ledger: the same table as for any archive, and the readings are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from oyez import Ledger, Reply
from oyez.ledger import Draw, Recorded

Call = Callable[..., Result]
CONTRACT = 'name = "pair"\nversion = 1\nform = { bracket = ["[[", "]]"] }\nscale = { labels = ["A", "B"] }\n'
ROWS = [
    {"id": "q1", "arm": "x", "judge": "m", "stop": "end", "text": "[[A]]", "meta": {"lang": "ko"}},
    {"id": "q2", "arm": "y", "judge": "m", "stop": "length", "text": "[[B]] and"},
    {"id": "q3", "arm": "y", "judge": "n", "stop": "end", "text": "no"},
    {"id": "q4", "arm": "y", "judge": "n", "text": None, "error": "timed out"},
]


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "pair.toml"
    path.write_text(CONTRACT)
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


@pytest.fixture
def taken(path: Path, archive: Path, call: Call) -> Path:
    """A ledger that holds the archive."""
    assert call("import", archive, "--into", path).exit_code == 0
    return path


@pytest.mark.parametrize("by", ["arm", "judge", "meta.lang", "stop"])
def test_the_table_is_that_of_the_archive(
    by: str, taken: Path, archive: Path, contract: Path, call: Call
) -> None:
    def table(source: Path) -> dict[str, object]:
        made: dict[str, object] = json.loads(
            call("read", source, "-c", contract, "--by", by, "--json").stdout
        )
        return {name: made[name] for name in ("contract", "reader", "all", "by", "groups")}

    assert table(taken) == table(archive)
    again = json.loads(call("read", taken, "-c", contract, "--json").stdout)
    assert again["ledger"] == {"added": 0, "there": 4, "not_rereadable": 0}
    with Ledger(taken) as ledger:
        assert [*ledger.verify()] == []


def test_the_rows_are_those_of_the_archive(taken: Path, archive: Path, contract: Path, call: Call) -> None:
    def rows(source: Path) -> list[dict[str, object]]:
        found = [
            json.loads(line) for line in call("read", source, "-c", contract, "--to", "-").stdout.splitlines()
        ]
        return [{name: value for name, value in row.items() if name != "judge_digest"} for row in found]

    assert rows(taken) == rows(archive)
    assert rows(taken) == rows(archive)  # now from the stored readings


def test_a_filter_chooses_the_draws(taken: Path, contract: Path, call: Call) -> None:
    done = call("read", taken, "-c", contract, "--where", "arm=y", "--json")
    assert json.loads(done.stdout)["all"]["replies"] == 3
    with Ledger(taken) as ledger:
        assert [instrument["unread"] for instrument in ledger.status().instruments] == [1, 0]


def test_gates_and_usage(taken: Path, archive: Path, contract: Path, call: Call, path: Path) -> None:
    assert call("read", taken, "-c", contract, "--fail-under", "0.5").exit_code == 0
    assert call("read", taken, "-c", contract, "--fail-under", "0.6").exit_code == 1
    for args, message in (
        ((taken, "--text", "t"), "a ledger has columns of its own"),
        ((taken, "--skip-bad"), "a ledger has columns of its own"),
        ((archive, "--where", "arm=x"), "REPLIES is none"),
        ((taken, "--where", "status=read"), "looks at readings"),
        ((taken, "--where", "arm=z"), "no draw can be read"),
        ((taken, "--by", "source"), "no column 'source'"),
        ((taken, "--to", taken), "the ending must say the format"),
    ):
        done = call("read", *args, "-c", contract)
        assert (done.exit_code, message in done.stderr) == (2, True), (args, done.stderr)
    with Ledger(path) as ledger:
        assert ledger.count() == 4


def test_only_banked_values_cannot_be_read(ledger: Ledger, contract: Path, call: Call) -> None:
    ledger.append(Draw(reply=Reply(text=None), raw_absent="not kept", recorded=(Recorded(value=1),)))
    done = call("read", ledger.path, "-c", contract)
    assert done.exit_code == 2
    assert "no draw can be read; 1 draws are not re-readable" in done.stderr


def test_an_sqlite_file_of_another_program_is_told(tmp_path: Path, contract: Path, call: Call) -> None:
    import sqlite3
    from contextlib import closing

    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE replies (text)")
    done = call("read", other, "-c", contract)
    assert done.exit_code == 2
    assert "is not a ledger (an SQLite file of another program)" in done.stderr


def test_a_stopped_read_says_that_the_ledger_keeps_its_readings(
    taken: Path, contract: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("oyez.cli.read.read_ledger", stop)
    for more, said in (([], "goes on\n"), (["--to", "new.jsonl"], "goes on; new.jsonl was not written\n")):
        done = call("read", taken, "--contract", contract, *more)
        assert done.exit_code == 130
        assert f"{taken} keeps their readings, and the same command {said}" in done.stderr
