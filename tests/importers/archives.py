"""Where the example files stand, and how those that are not plain text are made from their text."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "docs" / "formats" / "examples"


def write_eval(
    path: Path, document: Path = EXAMPLES / "inspect.json", method: int = zipfile.ZIP_DEFLATED
) -> Path:
    """An Inspect `.json` log as the same log in the `.eval` format."""
    log = json.loads(document.read_text())
    samples = log.pop("samples")
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("_journal/start.json", json.dumps({"version": 2, "eval": log["eval"], "plan": {}}))
        for sample in samples:
            made.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        made.writestr("summaries.json", "[]")
        made.writestr("header.json", json.dumps(log))
    return path


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
            return write_eval(self.folder / name)
        if name.endswith(".sql"):
            return write_sqlite(self.folder / "logs.db", EXAMPLES / name)
        return EXAMPLES / name
