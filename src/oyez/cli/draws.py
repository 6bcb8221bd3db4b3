"""The draws that a command is given: those of another tool's archive, or of a ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from oyez.cli.ends import say
from oyez.cli.progress import Progress

if TYPE_CHECKING:
    from oyez.core.errors import InputError
    from oyez.ledger.facts import Draw


class BadRows:
    """Reports and counts the broken rows of archives, where they are to be passed over."""

    def __init__(self, progress: Progress, *, skip: bool) -> None:
        self._progress = progress
        self.skip = skip
        self.count = 0

    def report(self, fault: InputError) -> None:
        """Say on stderr what is wrong with a row."""
        self.count += 1
        self._progress.clear()
        say(f"oyez: bad row: {fault}")


def draws_of(path: str, kind: str | None, bad: BadRows) -> Iterator[Draw]:
    """The draws at `path`, streamed. Raises `InputError` as `open_archive` does."""
    from oyez.importers import open_archive
    from oyez.ledger import Ledger, is_ledger

    if is_ledger(Path(path)):
        with Ledger(path, readonly=True) as ledger:
            for stored in ledger.draws():
                yield stored.draw
    else:
        yield from open_archive(path, kind, on_bad=bad.report if bad.skip else None)
