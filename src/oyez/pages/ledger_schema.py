"""The page of the ledger's tables, from the SQL that makes them."""

from __future__ import annotations

import re

from oyez.ledger.schema import MIGRATIONS, VERSION
from oyez.pages.markdown import GENERATED

_TABLE = re.compile(r"^CREATE TABLE (\w+) \(\n(.*?)\n\) STRICT;", re.MULTILINE | re.DOTALL)

_ABOUT = {
    "runs": "One stretch of work by one writer: appending, an import, a reading pass. Commits, draws and readings "
    "point at the run that added them.",
    "imports": "An archive that was taken in: its name, hash and size, and the importer. `draws.import` points here.",
    "judges": "Who judged. `digest` is the judge's part of an instrument.",
    "contracts": "Every contract that read something here, whole.",
    "instruments": "What made a reading: contract digest, reader version and judge digest together. A row without a "
    "contract is an *unknown instrument*: its values came with the archive (`recorded`).",
    "prompts": "Prompts as they were sent; `draws.prompt_digest` names them.",
    "replies": "Replies, verbatim, each different text once.",
    "draws": "One row for every time a judge was asked.",
    "readings": "What reading a draw under a contract came to: one row for each draw and instrument.",
    "recorded": "Values that came with an archive, read by a parser that oyez does not know.",
    "screenings": "What was decided of an item, with its reasons and the evidence. The last row of an item and a "
    "profile stands; earlier ones stay.",
    "calibrations": "How often a profile passes and flags items that people accepted or rejected.",
    "commits": "One row for every transaction: which rows it added, and their hashes.",
}

HEAD = f"""{GENERATED}

# The tables of a ledger

This is schema {VERSION} (`PRAGMA user_version`). A ledger is one SQLite file with STRICT tables in write-ahead mode;
rows are only ever added. [The ledger](ledger.md) tells how to query it, and what `escaped` and the hashes are.
"""


def page() -> str:
    """Every table with its columns."""
    found = _TABLE.findall("".join(MIGRATIONS))
    parts = [HEAD]
    parts += [f"## {name}\n\n{_ABOUT[name]}\n\n```sql\n{columns}\n```" for name, columns in found]
    indexes = re.findall(r"^CREATE INDEX .*?;$", "".join(MIGRATIONS), re.MULTILINE)
    parts.append("## Indexes\n\n```sql\n" + "\n".join(indexes) + "\n```")
    return "\n\n".join(parts)


PAGES = {"ledger-schema.md": page}
