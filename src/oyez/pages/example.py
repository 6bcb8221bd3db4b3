"""The example on a format's page: a small file of our own, and what its importer makes of it."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

from oyez.importers import Importer, open_archive

_EMBEDDED = 3000
"""Characters; longer examples are linked to instead of shown."""


def example_lines(importer: Importer, examples: Path, scratch: Path) -> list[str]:
    """The lines of the section; the archive is opened, and what is printed is what came out."""
    source = examples / importer.example
    archive = _archive(importer, source, scratch)
    text = source.read_text(encoding="utf-8")
    link = f"[`{source.name}`](examples/{source.name})"
    lines = [_opening(importer, link, archive)]
    if len(text) <= _EMBEDDED:
        lines += ["", f"```{source.suffix[1:]}", text.rstrip("\n"), "```"]
    return [
        *lines,
        "",
        "```python",
        "from oyez.importers import open_archive",
        "",
        f'for draw in open_archive("{archive.name}"):',
        "    values = {recorded.name: recorded.value for recorded in draw.recorded}",
        "    how = draw.raw_absent or draw.reply.error or draw.reply.stop",
        '    print(draw.reply.id, "|", draw.reply.text, "|", how, "|", values)',
        "```",
        "",
        "```text",
        *(_printed(archive, importer)),
        "```",
    ]


def _opening(importer: Importer, link: str, archive: Path) -> str:
    if importer.name == "inspect":
        return f"A log as its `.json` twin shows it: {link}. In an `.eval` file each sample is an entry of a zip."
    return f"The statements that make the file: {link}." if archive.suffix == ".db" else f"The file {link}:"


def _archive(importer: Importer, source: Path, scratch: Path) -> Path:
    """The file to open: the example itself, or what is made of it where that is no text."""
    if source.suffix == ".sql":
        path = scratch / "logs.db"
        db = sqlite3.connect(path)
        db.executescript(source.read_text(encoding="utf-8"))
        db.close()
        return path
    if importer.name == "inspect":
        return eval_log(source, scratch / "kettle.eval")
    return source


def eval_log(document: Path, path: Path) -> Path:
    """An Inspect log in the `.json` format as the same log in the `.eval` format."""
    log = json.loads(document.read_text(encoding="utf-8"))
    samples = log.pop("samples")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("_journal/start.json", json.dumps({"version": 2, "eval": log["eval"], "plan": {}}))
        for sample in samples:
            made.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        made.writestr("summaries.json", "[]")
        made.writestr("header.json", json.dumps(log))
    return path


def _printed(archive: Path, importer: Importer) -> list[str]:
    """What the example on the page prints, line by line."""
    lines = []
    for draw in open_archive(archive, importer.name):
        values = {recorded.name: recorded.value for recorded in draw.recorded}
        how = draw.raw_absent or draw.reply.error or draw.reply.stop
        lines += f"{draw.reply.id} | {draw.reply.text} | {how} | {values}".splitlines()
    return lines
