"""Where the example files stand, and how those that are not plain text are made from their text."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from oyez.pages.example import eval_log

EXAMPLES = Path(__file__).parents[2] / "docs" / "formats" / "examples"


def write_sqlite(path: Path, script: Path) -> Path:
    """The SQLite file that a script of SQL makes."""
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.executescript(script.read_text())
    db.close()
    return path


class Examples:
    """The examples as the tools would have written them; what is no plain text is made in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str) -> Path:
        if name.endswith(".eval"):
            return eval_log(EXAMPLES / "inspect.json", self.folder / name)
        if name.endswith(".sql"):
            return write_sqlite(self.folder / "logs.db", EXAMPLES / name)
        return EXAMPLES / name
