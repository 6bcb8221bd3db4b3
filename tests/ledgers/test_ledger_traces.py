"""Looking at a file leaves it as it was, and leaves nothing beside it."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from oyez import Reply
from oyez.ledger import Ledger, is_ledger
from oyez.ledger.schema import VERSION

Call = Callable[..., Result]


def snapshot(folder: Path) -> dict[str, str]:
    """Every file of a folder with its hash."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file()
    }


def crashed(path: Path, change: str) -> None:
    """Leave what a writer leaves that was killed after `change`: a log that is not folded in, and no index of it."""
    beside = path.with_name("beside")
    if path.exists():
        shutil.copy(path, beside)
    db = sqlite3.connect(beside, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute(change)
    shutil.copy(beside, path)
    shutil.copy(f"{beside}-wal", f"{path}-wal")
    db.close()
    beside.unlink()


def every_command(path: Path, tmp_path: Path) -> list[tuple[object, ...]]:
    """Each command that takes a ledger, on the one at `path`."""
    replies = tmp_path.parent / f"{tmp_path.name}.jsonl"
    replies.write_text('{"id": "x", "text": "a", "arm": "a"}\n{"id": "y", "text": "b", "arm": "b"}\n')
    return [
        ("import", replies, "--into", path),
        ("read", path, "--contract", "trait-score"),
        ("ledger", "status", path),
        ("ledger", "show", path, "x"),
        ("ledger", "find", path),
        ("ledger", "verify", path),
        ("ledger", "export", path, "--to", tmp_path.parent / f"{tmp_path.name}-out.jsonl"),
        ("diff", path, "trait-score", "trait-score-1"),
        ("compare", path, "--arms", "a", "b"),
        ("recheck", path, "--contract", "trait-score"),
    ]


def test_the_log_of_another_program_is_left_alone(path: Path, call: Call, tmp_path: Path) -> None:
    crashed(path, "CREATE TABLE draws (id INTEGER PRIMARY KEY, text)")
    before = snapshot(tmp_path)
    for args in every_command(path, tmp_path):
        assert call(*args).exit_code == 2, args
        assert snapshot(tmp_path) == before, args


def test_a_newer_ledger_whose_writer_was_killed_is_left_alone(path: Path, call: Call, tmp_path: Path) -> None:
    Ledger(path).close()
    crashed(path, f"PRAGMA user_version={VERSION + 1}")
    before = snapshot(tmp_path)
    for args in every_command(path, tmp_path):
        assert f"has schema {VERSION + 1}, newer" in call(*args).stderr or args[0] == "recheck"
        after = snapshot(tmp_path)
        after.pop(f"{path.name}-shm", None)  # SQLite's index of the log, made anew by whoever opens it
        assert after == before, args


@pytest.mark.parametrize("kind", ["mark only", "mark and version"])
def test_the_mark_alone_makes_no_ledger(kind: str, path: Path, call: Call, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA application_id={int.from_bytes(b'oyez')}")
        db.execute(f"PRAGMA user_version={VERSION if kind == 'mark and version' else 0}")
        db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        db.commit()
    before = snapshot(tmp_path)
    for args in every_command(path, tmp_path):
        done = call(*args)
        assert (done.exit_code, done.stdout) == (2, "") or args[1] == "verify", args
        assert ("no schema" if kind == "mark only" else "no such table") in done.stderr or args[1] == "verify"
        assert snapshot(tmp_path) == before, args


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_damaged_ledger_is_read_without_a_trace(
    share: float, path: Path, call: Call, tmp_path: Path
) -> None:
    with Ledger(path) as ledger:
        ledger.extend(Reply(text="x" * 3000 + str(at), arm="a") for at in range(200))
    data = path.read_bytes()
    start = 100 if share == 0 else 3 * 16384
    path.write_bytes(data[:start] + b"\xff" * (len(data) - start) if share < 1 else data[: len(data) // 2])
    before = snapshot(tmp_path)
    for args in every_command(path, tmp_path):
        done = call(*args)
        assert done.exit_code == (1 if args[1] == "verify" and share == 0.5 else 2), (args, done.output)
        assert "damaged" in done.stderr or done.exit_code == 1, (args, done.stderr)
        if args[1] == "verify":
            assert "ledger verify" not in done.stderr  # which does not help the one who just ran it
        assert snapshot(tmp_path) == before, args


def test_reading_leaves_no_log_behind(path: Path, call: Call, tmp_path: Path) -> None:
    for args in every_command(path, tmp_path)[:2]:
        assert call(*args).exit_code == 0, args
    before = snapshot(tmp_path)
    assert [*before] == [path.name]
    for args in every_command(path, tmp_path):
        assert call(*args).exit_code == 0, args
        assert snapshot(tmp_path) == before, args


def test_reading_leaves_the_log_of_a_writer_alone(path: Path) -> None:
    with Ledger(path) as writer:
        writer.append(Reply(text="one"))
        for _ in range(3):
            with Ledger(path, readonly=True) as reader:
                assert reader.count() == 1
            assert path.with_name(f"{path.name}-wal").stat().st_size
        writer.append(Reply(text="two"))
        assert writer.count() == 2


LOCKED = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=0.0, isolation_level=None)
try:
    db.execute("BEGIN IMMEDIATE")
    print("free")
except sqlite3.OperationalError:
    print("locked")
"""


def other(script: str, path: Path) -> str:
    """What another process says."""
    command = [sys.executable, "-c", script, str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_look_at_a_ledger_in_use_drops_no_lock(path: Path) -> None:
    """Closing a file drops a process's locks on it, unless SQLite does it: another writer would come in."""
    with Ledger(path) as ledger:
        ledger.append(Reply(text="one"))
        with ledger.writer.addition(ledger._run):
            assert is_ledger(path)
            Ledger(path, readonly=True).close()
            assert other(LOCKED, path) == "locked"
        assert other(LOCKED, path) == "free"
