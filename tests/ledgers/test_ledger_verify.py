"""`verify` finds every change of a fact, and names table and row."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from ledgers import damage
from oyez import Ledger, LedgerError, Reply
from oyez.ledger.verify import verify

Call = Callable[..., Result]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with something in every column, whose log is folded in."""
    path = tmp_path_factory.mktemp("whole") / "judge.oyez"
    damage.full_ledger(path)
    assert not path.with_name("judge.oyez-wal").exists()
    return path


@pytest.fixture
def copy(whole: Path, path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copy(whole, path))


def test_a_whole_ledger_has_no_fault(whole: Path, call: Call) -> None:
    assert [*verify(whole)] == []
    done = call("ledger", "verify", whole)
    assert (done.exit_code, done.stdout) == (0, f"{whole}: whole, 6 draws\n")


NEVER_FILLED = {
    ("contracts", "escaped"),  # TOML and canonical JSON hold no NUL and no lone surrogate
    ("readings", "escaped"),  # JSON texts are written so that they fit
}


def test_one_flipped_bit_in_each_column_of_each_table(whole: Path, path: Path, call: Call) -> None:
    columns = damage.columns_of(whole)
    assert len(columns) > 80
    for table, column, _ in columns:
        shutil.copy(whole, path)
        with closing(sqlite3.connect(path)) as db:
            filled = db.execute(f"SELECT count({column}) FROM {table}").fetchone()[0]
        assert (filled == 0) == ((table, column) in NEVER_FILLED), (table, column)
        key = damage.flip(path, table, column)
        faults = [*verify(path)]
        assert faults, f"{table}.{column} was changed, and verify says nothing"
        named = [fault for fault in faults if fault.table == table and fault.key in (key, key ^ 1024)]
        assert named, (table, column, faults)


def test_one_flipped_bit_anywhere_is_found_or_touches_no_fact(whole: Path, path: Path) -> None:
    chance = random.Random(20261130)
    facts = damage.dump(whole)
    found = 0
    for _ in range(60):
        shutil.copy(whole, path)
        where = damage.flip_somewhere(path, chance)
        try:
            faults = [*verify(path)]
        except LedgerError:
            continue  # not even the schema can be read
        found += bool(faults)
        assert faults or damage.dump(path) == facts, where
    assert found  # most of the file is free space, but not all


@pytest.mark.parametrize("table", damage.TABLES)
def test_a_removed_row_is_found(table: str, copy: Path, call: Call) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute(f"DROP TRIGGER {table}_keep")
        (first,) = db.execute(f"SELECT min(id) FROM {table}").fetchone()
        trigger = "CREATE TRIGGER {0}_keep BEFORE DELETE ON {0} BEGIN SELECT RAISE(ABORT, '{1}'); END"
        db.execute(f"DELETE FROM {table} WHERE id = ?", (first,))
        db.execute(trigger.format(table, "a ledger only grows: no row is changed or removed"))
        db.commit()
    done = call("ledger", "verify", copy)
    assert done.exit_code == 1
    assert f"{table} {first}: is missing" in done.stdout


def test_an_added_row_is_found(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("INSERT INTO draws SELECT 99, run, import, reply, prompt_digest, judge, name, item, arm, draw_index,"
                   " shown_order, ids, stop, stop_native, model_returned, usage, latency, error, received, raw_absent,"
                   " meta, escaped, hash FROM draws WHERE id = 1")  # fmt: skip
        db.commit()
    faults = [str(fault) for fault in verify(copy)]
    assert "draws 99: was added by no commit" in faults
    assert "draws 99: does not hold what its hash says" in faults


def test_a_missing_trigger_is_found(copy: Path, call: Call) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DROP TRIGGER draws_stay")
        db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY)")
        db.commit()
    done = call("ledger", "verify", copy, "--json")
    assert done.exit_code == 1
    assert '"trigger draws_stay is missing"' in done.stdout
    assert '"table notes was added"' in done.stdout


def test_a_text_written_in_another_form_is_found(copy: Path) -> None:
    """The same text, escaped otherwise: no fact changed, but the bytes are not the ledger's."""
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DROP TRIGGER replies_stay")
        db.execute(
            "UPDATE replies SET text = replace(text, '\\ud800', '\\uD800') WHERE escaped IS NOT NULL",
        )
        db.commit()
    assert any("not written as a ledger writes it" in str(fault) for fault in verify(copy))


def test_verify_looks_at_one_moment_while_others_write(ledger: Ledger, path: Path) -> None:
    ledger.extend(Reply(text=f"{at}") for at in range(50))
    checking = verify(path)
    ledger.extend(Reply(text=f"more {at}") for at in range(50))
    assert [*checking] == []
