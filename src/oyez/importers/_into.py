"""An archive of another tool into a ledger: every draw once, however often the import is repeated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from oyez.core.errors import InputError
from oyez.importers._open import Archive, open_archive
from oyez.ledger.archive import Imported
from oyez.ledger.batches import BATCH, batches
from oyez.ledger.facts import Draw
from oyez.ledger.importing import Import, Importer
from oyez.ledger.source import source_file

if TYPE_CHECKING:
    from oyez.ledger import Ledger


def import_into(
    ledger: Ledger,
    path: str,
    format: str | None = None,  # noqa: A002 - the option of the command line has this name
    *,
    name: str | None = None,
    on_bad: Callable[[InputError], None] | None = None,
    on_row: Callable[[int], None] | None = None,
) -> Imported:
    """Add the draws of the archive at `path` that the ledger does not hold, with what their tool recorded.

    `format` and errors are as for `open_archive`; `name` tells archives of the same bytes apart. `on_row` is told
    how many draws are through. What stood before a broken row is kept, and the same import goes on behind it. With
    `on_bad` every broken row is told of, counted and passed over.
    """
    bad = 0

    def count(fault: InputError) -> None:
        nonlocal bad
        bad += 1
        if on_bad is not None:
            on_bad(fault)

    archive = open_archive(path, format, on_bad=None if on_bad is None else count)
    source = source_file(path, name)
    before = os.stat(path)
    taking = Import(ledger, source, Importer(archive.importer.name, archive.importer.version))
    complete = taking.complete()
    same = taking.elsewhere() if name is None else None
    if complete is not None or same is not None:
        return Imported(path=path, source=source.name, added=0, there=complete or 0, same_as=same)
    lost = 0
    for some in batches(_told(archive, on_row), BATCH):
        lost += sum(draw.raw_absent is not None for draw in taking.add(some))
    if bad and not taking.added + taking.there:
        raise InputError(f"{path}: holds no draws; all {bad} rows are bad")
    after = os.stat(path)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise InputError(f"{path}: changed while it was imported; import it again")
    taking.close()
    return Imported(
        path=path, source=source.name, added=taking.added, there=taking.there, bad=bad, not_rereadable=lost
    )


def _told(archive: Archive, on_row: Callable[[int], None] | None) -> Iterator[Draw]:
    for number, draw in enumerate(archive, start=1):
        yield draw
        if on_row is not None:
            on_row(number)
