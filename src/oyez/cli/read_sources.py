"""What `oyez read` reads: an archive, or a ledger."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from oyez.cli.ends import say
from oyez.cli.progress import Progress

if TYPE_CHECKING:
    from oyez.contract import Contract
    from oyez.report.read_table import ReadTable
    from oyez.report.run import ReadRun
    from oyez.rows.columns import Columns
    from oyez.rows.readings import RowWriter


def is_database(name: str) -> bool:
    """Whether `name` is an SQLite file, which only a ledger may be."""
    path = Path(name)
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def read_archive(
    stack: ExitStack,
    run: ReadRun,
    replies: str,
    columns: Columns,
    by: str | None,
    open_writer: Callable[[], RowWriter | None],
    *,
    skip_bad: bool,
) -> ReadTable:
    """Read a file, a directory or standard input; the writer is opened once the source is."""
    from oyez.rows.replies import Replies, open_source

    wanted = columns.paths() | ({columns.place(by)} if by else set())
    source = stack.enter_context(open_source(replies, wanted))
    progress = stack.enter_context(Progress(source.total, "replies"))

    def report(bad: object) -> None:
        progress.clear()
        say(f"oyez: bad row: {bad}")

    rows = Replies(source, columns, by=by, on_bad=report if skip_bad else None)
    return run.read(rows, open_writer(), lambda row: progress.step(row.done))


def read_ledger(
    stack: ExitStack,
    run: ReadRun,
    terms: Contract,
    path: str,
    where: str,
    by: str | None,
    open_writer: Callable[[], RowWriter | None],
) -> ReadTable:
    """Read a ledger, and add the readings to it."""
    from oyez.ledger import Ledger
    from oyez.report.ledger_run import read_into

    ledger = stack.enter_context(Ledger(path))
    progress = stack.enter_context(Progress(ledger.count(), "draws"))
    return read_into(ledger, terms, run, where, by, open_writer(), progress.step)
