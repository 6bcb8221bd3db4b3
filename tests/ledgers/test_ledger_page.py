"""The page on the ledger: its SQL gives what it says, and its tables are those of the schema."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledgers.conftest import Call
from oyez.ledger.where import DRAW_FIELDS, READING_FIELDS

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_queries_of_the_page_give_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    queries = []
    blocks = _BLOCK.findall((DOCS / "ledger.md").read_text(encoding="utf-8"))
    for (language, name, contents), (_, _, after) in zip(blocks, [*blocks[1:], ("", "", "")], strict=True):
        if name:
            Path(name).write_text(contents, encoding="utf-8")
        elif language == "console" and contents.startswith(("$ oyez import", "$ oyez read")):
            call(*contents.splitlines()[0].split()[2:])
        elif language == "sql":
            queries.append((contents, after))
    assert len(queries) == 3
    with closing(sqlite3.connect("judge.oyez")) as db:
        for query, wanted in queries:
            rows = ["|".join("" if cell is None else str(cell) for cell in row) for row in db.execute(query)]
            assert "\n".join(rows) + "\n" == wanted


def test_every_field_of_the_filter_stands_on_the_page() -> None:
    page = (DOCS / "ledger.md").read_text(encoding="utf-8")
    assert [field for field in [*DRAW_FIELDS, *READING_FIELDS] if f"`{field}`" not in page] == []
