"""A ledger with something in every column, and ways to damage it behind its back."""

from __future__ import annotations

import random
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import oyez
from oyez import Reply
from oyez.ledger import Draw, Judge, Ledger, Recorded
from oyez.ledger.addition import Run
from oyez.ledger.importing import Import, Importer
from oyez.ledger.schema import FACTS
from oyez.ledger.screenings import add_calibration, add_screening, end_run
from oyez.ledger.source import SourceFile

TABLES = (*FACTS, "commits")
TWO_FIELDS = {
    "name": "two",
    "version": 3,
    "verdict": "verdict",
    "field": {
        "verdict": {
            "form": {"line": "VERDICT"},
            "scale": {"labels": ["PASS", "FAIL"], "abstain": ["UNCLEAR"]},
            "recover": ["emphasis"],
        },
        "score": {"form": {"line": "SCORE"}, "scale": {"integer": [0, 10]}, "optional": True},
    },
}
ODD = "odd \0 name \ud800"


def full_ledger(path: Path) -> None:
    """Make a ledger that has, in every table, a row with every column filled where the column can be."""
    judge = Judge(name="judge", model="model-1", template_digest="ab12", settings={"temperature": 0.5})
    odd_judge = Judge(name=ODD, model=ODD)
    recorded = Recorded(
        value={"score": 70},
        label="high",
        status="parsed",
        name="score",
        tool="tool",
        tool_version="2.1",
        parser="regex",
    )
    texts = [
        "VERDICT: **PASS**\nSCORE: 7\n",
        "VERDICT: PASS\nVERDICT: FAIL\n",
        f"VERDICT: PASS {ODD}",
        "none here",
    ]
    draws = [
        Draw(
            reply=Reply(
                id=f"draw-{at}",
                text=text,
                stop="end_turn",
                error=None,
                item=f"item-{at}",
                arm="arm",
                draw=at,
                order="AB",
                ids=("1", "2"),
                meta={"lang": "ko", "n": at},
            ),
            judge=judge,
            prompt=f"Judge item {at}.",
            model_returned="model-1-0001",
            usage={"output_tokens": 300 + at},
            latency=1.25 + at,
            received="2026-08-06T10:00:00Z",
            recorded=(recorded,),
        )
        for at, text in enumerate(texts)
    ]
    draws += [
        Draw(
            reply=Reply(id=ODD, text=None, error=ODD),
            judge=odd_judge,
            prompt=ODD,
            recorded=(Recorded(label=ODD, tool=ODD),),
        ),
        Draw(reply=Reply(id="banked", text=None), raw_absent="not kept", recorded=(Recorded(value=3),)),
    ]
    source = SourceFile(f"/archive/{ODD}", "00" * 32, 1234)
    toml = path.with_name("two.toml")
    toml.write_text('name = "label"\nversion = 1\nform = { whole = true }\nscale = { labels = ["A", "B"] }\n')
    with Ledger(path) as ledger:
        ledger.extend(draws[:2])
        taking = Import(ledger, source, Importer("replies", "1.0", {"columns": {"text": "t"}}))
        taking.add(draws[2:])
        taking.close()
        for contract in (oyez.contract(TWO_FIELDS), oyez.contract(toml)):
            for _ in ledger.read(contract):
                pass
        run = Run("screen", "a test")
        profile, instrument, told = f"{ODD}@1", "ab" * 32, {"reasons": ["unread"]}
        add_screening(
            ledger, run, item=ODD, profile=profile, instrument=instrument, outcome="review", told=told
        )
        add_calibration(ledger, run, profile=profile, instrument=instrument, told=told)
        end_run(ledger, run)


def columns_of(path: Path) -> list[tuple[str, str, str]]:
    """Every column of every table: table, column, type."""
    with closing(sqlite3.connect(path)) as db:
        return [
            (table, name, kind)
            for table in TABLES
            for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")
        ]


def dump(path: Path) -> dict[str, list[Any]]:
    """Every row of every table."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in TABLES}


def flip(path: Path, table: str, column: str) -> int:
    """Flip one bit of one value of a column, as if the file had been written so; gives the id of the row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        query = f"SELECT id, {column} FROM {table} ORDER BY {column} IS NULL, id DESC LIMIT 1"
        key, value = db.execute(query).fetchone()
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        db.execute("PRAGMA ignore_check_constraints=ON")
        db.execute("PRAGMA synchronous=OFF")
        db.execute("BEGIN")
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (flipped(value, column), key))
        for _, sql in triggers:
            db.execute(sql)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(key)


def flipped(value: Any, column: str) -> Any:
    """The value with one bit changed; of a number, a low one."""
    if value is None:
        return (
            1
            if column in ("import", "reply", "judge", "contract", "draw_index", "span_start", "span_end")
            else "x"
        )
    if isinstance(value, int):
        return value ^ (1024 if column == "id" else 1)
    if isinstance(value, float):
        (bits,) = struct.unpack(">q", struct.pack(">d", value))
        return struct.unpack(">d", struct.pack(">q", bits ^ 1))[0]
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    middle = len(data) // 2
    while data[middle] > 0x7F:
        middle += 1
    data[middle] ^= 1
    return bytes(data) if isinstance(value, bytes) else data.decode()


def flip_somewhere(path: Path, chance: random.Random) -> str:
    """Flip one bit anywhere in the file behind its first 100 bytes; says where."""
    data = bytearray(path.read_bytes())
    at, bit = chance.randrange(100, len(data)), chance.randrange(8)
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return f"byte {at}, bit {bit}"
