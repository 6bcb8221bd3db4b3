"""Taking in an archive: every row once, however often the import is started, killed or repeated."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.core.errors import InputError
from oyez.ledger.addition import Addition, Run
from oyez.ledger.escape import escaped, fits
from oyez.ledger.facts import Draw
from oyez.ledger.faults import explained
from oyez.ledger.giving import DRAWS, rows, stored_of
from oyez.ledger.hashing import Ref, text_digest
from oyez.ledger.source import SourceFile
from oyez.ledger.taking import columns, judge_digest, take

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

_IDENTITY = ("source", "source_sha256", "importer", "options")


class Importer(msgspec.Struct, frozen=True):
    """What turns an archive into draws."""

    name: str
    version: str
    options: dict[str, Any] = {}
    """What was asked for, such as which column holds the text."""


class Import:
    """One archive on its way into a ledger; its draws have ids that are unique in it.

    A draw that the ledger holds from this archive (by its name) under the same id is not added again.
    """

    def __init__(self, ledger: Ledger, source: SourceFile, importer: Importer) -> None:
        self._ledger = ledger
        self._source = source
        self._run = Run("import", source.name)
        self._row = {
            "source": source.name,
            "source_sha256": source.sha256,
            "source_bytes": source.bytes,
            "importer": importer.name,
            "importer_version": importer.version,
            "options": json.dumps(importer.options, sort_keys=True),
        }
        self.added = 0
        """Draws added so far."""
        self.there = 0
        """Draws passed over so far because the ledger holds them."""

    def complete(self) -> int | None:
        """How many draws the ledger holds of this very archive, if an import of it went through to its end."""
        query = f"""SELECT (SELECT count(*) FROM draws d WHERE d.import = i.id) FROM imports i
          WHERE {" AND ".join(f"{name} = ?" for name in _IDENTITY)}
          AND EXISTS (SELECT 1 FROM commits c WHERE c.run = i.run AND c.last)"""
        found = self._ask(query, *(self._row[name] for name in _IDENTITY))
        return None if found is None else int(found)

    def elsewhere(self) -> str | None:
        """The name under which the same bytes were taken in before, if they never were under this one."""
        if self._ask("SELECT 1 FROM imports WHERE source = ?", self._source.name):
            return None
        query = "SELECT source FROM imports WHERE source_sha256 = ? AND importer = ? AND options = ?"
        found = self._ask(query, *(self._row[name] for name in _IDENTITY[1:]))
        return None if found is None else str(found)

    def _ask(self, query: str, *values: Any) -> Any:
        """The first value of the first row."""
        with explained(self._ledger.path):
            found = self._ledger.reader().execute(query, [*map(_known, values)]).fetchone()
        return found[0] if found else None

    def add(self, draws: list[Draw]) -> list[Draw]:
        """Add those of the draws that are not there yet; on disk when this returns. Gives those that were added.

        Raises `InputError`, with nothing added, where the archive now says something else under an id.
        """
        with self._ledger.writer.addition(self._run) as addition:
            there = self._there(addition.db, [draw.reply.id for draw in draws])
            for draw in draws:
                held = there.get(draw.reply.id)
                if held is None:
                    take(addition, draw, self._ref(addition))
                elif held[1] != self._source.sha256:
                    self._compare(addition.db, held[0], draw)
        self.added += len(draws) - len(there)
        self.there += len(there)
        return [draw for draw in draws if draw.reply.id not in there]

    def close(self) -> None:
        """The archive was read to its end."""
        if self._run.ref is not None:
            with self._ledger.writer.addition(self._run, last=True):
                pass

    def _ref(self, addition: Addition) -> Ref:
        """The import as a row, added with its first draw."""
        return addition.once("imports", {"run": addition.run, **self._row}, by=_IDENTITY)

    def _there(self, db: sqlite3.Connection, names: list[str | None]) -> dict[str | None, tuple[int, str]]:
        """Those of the ids that the ledger holds from this archive: the draw, and the archive's hash at that time."""
        imports = dict(
            db.execute("SELECT id, source_sha256 FROM imports WHERE source = ?", (_known(self._source.name),))
        )
        if not imports:
            return {}
        stored = {_known(name): name for name in names}
        query = """SELECT name, id, import FROM draws WHERE name IN (SELECT value FROM json_each(?))
          AND import IN (SELECT value FROM json_each(?))"""
        found = db.execute(query, (json.dumps([*stored]), json.dumps([*imports])))
        return {stored[name]: (draw, imports[taken]) for name, draw, taken in found}

    def _compare(self, db: sqlite3.Connection, held: int, draw: Draw) -> None:
        """Raise `InputError` unless a changed archive still says what the ledger holds of this draw."""
        row = next(rows(db.execute(f"{DRAWS} WHERE d.id = ?", (held,))))
        stored = stored_of(db, row)
        text = draw.reply.text
        same = (
            all(row[name] == value for name, value in columns(draw).items())
            and stored.reply_digest == (None if text is None else text_digest("replies", text))
            and row["judge_digest"] == judge_digest(draw)
            and stored.draw.recorded == draw.recorded
        )
        if not same:
            raise InputError(
                f"{self._source.name}: the row {draw.reply.id!r} differs from draw {held}, which was imported "
                "from here before; a ledger keeps what it holds. --as NAME takes the file in as another archive"
            )


def _known(value: Any) -> Any:
    """A value as it stands in its column."""
    return escaped(value) if isinstance(value, str) and not fits(value) else value
