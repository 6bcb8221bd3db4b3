"""Files that are no ledger, and disks that fail: one clear error, and nothing lost or written."""

from __future__ import annotations

import hashlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from oyez import LedgerError, Reply
from oyez.ledger import Ledger, file, is_ledger
from oyez.ledger.schema import MIGRATIONS, VERSION

Call = Callable[..., Result]


def snapshot(folder: Path) -> dict[str, str]:
    """Every file below a folder with its hash."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def foreign(path: Path, *, wal: bool) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA journal_mode={'wal' if wal else 'delete'}")
        db.execute("CREATE TABLE draws (id INTEGER PRIMARY KEY, text)")
        db.commit()


def make(kind: str, path: Path) -> None:
    """Something at `path` that is not a ledger this oyez can use."""
    if kind == "directory":
        path.mkdir()
    elif kind == "text":
        path.write_text("SQLite format 3, or so they say\n" * 20)
    elif kind == "empty":
        path.touch()
    elif kind == "half a header":
        path.write_bytes(b"SQLite format 3\0" + b"\x40\0")
    elif kind.startswith("foreign"):
        foreign(path, wal=kind.endswith("wal"))
    elif kind == "newer":
        Ledger(path).close()
        with closing(sqlite3.connect(path)) as db:
            db.execute(f"PRAGMA user_version={VERSION + 1}")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


WRONG = {
    "directory": "is a directory, not a ledger",
    "text": "is not a ledger (not an SQLite file)",
    "empty": "is not a ledger (not an SQLite file)",
    "half a header": "is not a ledger (not an SQLite file)",
    "foreign": "is not a ledger (an SQLite file of another program)",
    "foreign in wal": "is not a ledger (an SQLite file of another program)",
    "newer": f"has schema {VERSION + 1}, newer than the {VERSION} that this oyez knows",
    "missing": "there is no such ledger",
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_ledger_is_told_and_left_alone(kind: str, path: Path, call: Call, tmp_path: Path) -> None:
    make(kind, path)
    before = snapshot(tmp_path)
    replies = tmp_path.parent / f"{tmp_path.name}.jsonl"
    replies.write_text('{"text": "a"}\n')
    commands = [
        ("ledger", "status", path),
        ("ledger", "show", path, "x"),
        ("ledger", "find", path),
        ("ledger", "verify", path),
        ("ledger", "export", path, "--to", tmp_path / "sealed"),
        ("ledger", "export", path, "--to", tmp_path / "out.jsonl"),
        ("diff", path, "trait-score", "trait-score-1"),
        ("compare", path, "--arms", "a", "b"),
    ]
    if kind != "missing":
        commands.append(("import", replies, "--into", path))
    for args in commands:
        done = call(*args)
        assert (done.exit_code, done.stdout) == (2, ""), args
        assert WRONG[kind] in done.stderr, args
        assert str(path) in done.stderr
    assert snapshot(tmp_path) == before
    assert not is_ledger(path) or kind == "newer"


def test_a_missing_directory_is_told(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="nowhere"):
        Ledger(tmp_path / "nowhere" / "judge.oyez")
    assert snapshot(tmp_path) == {}


def test_a_corrupt_file_is_told(path: Path, call: Call) -> None:
    with Ledger(path) as ledger:
        ledger.extend(Reply(text="x" * 3000 + str(at)) for at in range(200))
    data = bytearray(path.read_bytes())
    size = len(data) // 16384
    for page in range(3, size):
        data[page * 16384 : page * 16384 + 64] = b"\xff" * 64
    path.write_bytes(data)
    before = path.read_bytes()
    for args in (("ledger", "find", path), ("ledger", "status", path), ("compare", path, "--arms", "a", "b")):
        done = call(*args)
        assert done.exit_code == 2, args
        assert "the file is damaged; `oyez ledger verify` says where" in done.stderr
    done = call("ledger", "verify", path)
    assert done.exit_code == 1
    assert "replies: cannot be read to its end" in done.stdout
    with pytest.raises(LedgerError):
        Ledger(path).extend([Reply(text="more")])
    assert path.read_bytes() == before


def test_a_cut_file_is_told(path: Path, call: Call) -> None:
    with Ledger(path) as ledger:
        ledger.extend(Reply(text="x" * 3000 + str(at)) for at in range(200))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    done = call("ledger", "verify", path)
    assert done.exit_code == 2
    assert "the file is cut, or damaged" in done.stderr


FILL = """
import sys
from oyez import LedgerError, Ledger, Reply
ledger = Ledger(sys.argv[1])
kept = 0
try:
    while True:
        ledger.append(Reply(id=f"r{kept}", text=f"{kept} " + "x" * 20000))
        kept += 1
except LedgerError as fault:
    print(kept, fault, sep="\\n")
"""


def run(script: str, *args: object, limit: int | None = None) -> list[str]:
    """The lines that a script prints in a process of its own."""

    def before() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, args)],
        capture_output=True,
        text=True,
        preexec_fn=before,  # the limit must hold in the child only
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_full_disk_loses_nothing_acknowledged(path: Path) -> None:
    kept, *fault = run(FILL, path, limit=4_000_000)
    assert int(kept) > 20
    assert "everything that was acknowledged before is kept" in fault[0]
    with Ledger(path) as ledger:
        assert [*ledger.verify()] == []
        names = [stored.reply.id for stored in ledger.draws()]
        assert names == [f"r{at}" for at in range(int(kept))]
        ledger.append(Reply(id="later", text="there is room again"))
        assert [*ledger.verify()] == []


READ_ONLY = """
import os, sys
from oyez import LedgerError, Ledger, Reply
if os.geteuid() == 0:
    os.setuid(65534)  # nobody: the rights of files do not bind the superuser
with Ledger(sys.argv[1], readonly=True) as ledger:
    print(ledger.count(), len([*ledger.verify()]))
try:
    Ledger(sys.argv[1]).append(Reply(text="more"))
except LedgerError as fault:
    print(fault)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can reach."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def test_a_read_only_file_can_be_read_and_not_added_to(open_folder: Path) -> None:
    path = open_folder / "judge.oyez"
    with Ledger(path) as ledger:
        ledger.append(Reply(text="one"))
    before = snapshot(open_folder)
    path.chmod(0o444)
    for folder_mode in (0o755, 0o555):
        open_folder.chmod(folder_mode)
        counts, fault = run(READ_ONLY, path)
        assert counts == "1 0"
        assert "read-only, nothing was added" in fault
    assert snapshot(open_folder) == before


def test_an_older_schema_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Ledger(path) as ledger:
        ledger.append(Reply(text="one"))
    newer = (*MIGRATIONS, "CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;\n")
    monkeypatch.setattr(file, "MIGRATIONS", newer)
    monkeypatch.setattr(file, "VERSION", VERSION + 1)
    with pytest.raises(LedgerError, match="open it once for writing"):
        Ledger(path, readonly=True)
    with Ledger(path) as ledger:
        ledger.append(Reply(text="two"))
        assert ledger.count() == 2
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
        assert db.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(path).close()
    broken = (
        *MIGRATIONS,
        "CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;\nCREATE TABLE runs (id);\n",
    )
    monkeypatch.setattr(file, "MIGRATIONS", broken)
    monkeypatch.setattr(file, "VERSION", VERSION + 1)
    with pytest.raises(LedgerError):
        Ledger(path)
    monkeypatch.undo()
    with Ledger(path) as ledger:
        assert [*ledger.verify()] == []


def test_the_settings_of_the_file(ledger: Ledger, path: Path) -> None:
    ledger.append(Reply(text="one"))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA page_size").fetchone() == (16384,)
        assert db.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"oyez"),)
        tables = db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
        assert all(sql.rstrip().endswith("STRICT") for (sql,) in tables)
    with ledger.writer.addition(ledger._run) as addition:
        assert addition.db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_any_name_and_a_link_will_do(tmp_path: Path) -> None:
    for name in ("odd %23 name?mode=ro#.db", "ключ.oyez", "a'b\"c"):
        with Ledger(tmp_path / name) as ledger:
            ledger.append(Reply(text="one"))
        assert (tmp_path / name).is_file()
    target, link = tmp_path / "a'b\"c", tmp_path / "link"
    link.symlink_to(target)
    with Ledger(link) as one, Ledger(target) as two:
        one.append(Reply(text="two"))
        two.append(Reply(text="three"))
        assert one.count() == two.count() == 3
        assert [*one.verify()] == []
    assert link.is_symlink()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("link-")]


def test_a_writer_killed_while_its_log_was_copied_in_loses_nothing(path: Path, tmp_path: Path) -> None:
    """The state between two writes of a checkpoint: the first page is new, and names pages that are not there yet."""
    replies = [Reply(id=f"r{number}", text=f"{number} " * 4000) for number in range(40)]
    with Ledger(path) as ledger:
        ledger.extend(replies)
        log = Path(f"{path}-wal").read_bytes()
        before = path.read_bytes()
    after = path.read_bytes()
    assert len(after) > len(before), "the log was copied in when the ledger was closed"
    torn = tmp_path / "torn" / "judge.oyez"
    torn.parent.mkdir()
    torn.write_bytes(after[:16384] + before[16384:])
    Path(f"{torn}-wal").write_bytes(log)
    assert is_ledger(torn)
    with Ledger(torn) as ledger:
        assert [stored.reply.id for stored in ledger.draws()] == [one.id for one in replies]
        assert [*ledger.verify()] == []
