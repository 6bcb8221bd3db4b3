"""`oyez import`: archives of replies into a ledger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from oyez.cli.ends import say, stop_code
from oyez.cli.progress import Progress
from oyez.cli.read import column_options, columns_of
from oyez.cli.terminal import room


def _expanded(paths: tuple[str, ...], kind: str | None) -> Iterator[str]:
    """The paths, with the archives of other tools in a folder instead of the folder that holds some."""
    from oyez.importers import archives_in

    for path in paths:
        inside = archives_in(path) if kind != "replies" and Path(path).is_dir() else []
        yield from inside or [path]


def plain(path: str, kind: str | None, recorded: str | None, columns: dict[str, str | None]) -> bool:
    """Whether the archive is one of plain replies: by `--format`, by an option that only those have, or by looking."""
    if kind is not None:
        return kind == "replies"
    if recorded is not None or any(columns.values()):
        return True
    from oyez.importers import is_known

    return not is_known(path)


def _look(
    path: str, kind: str | None, recorded: str | None, columns: dict[str, str | None], *, skip_bad: bool
) -> None:
    """Raise `InputError` for an archive of which not one row can be had, before a ledger is made for it."""
    from oyez.importers import open_archive
    from oyez.rows.replies import Replies, open_source

    bad = _pass if skip_bad else None
    if not plain(path, kind, recorded, columns):
        next(open_archive(path, kind, on_bad=bad), None)
    elif recorded is None:
        asked = columns_of(columns)
        with open_source(path, asked.paths()) as opened:
            next(iter(Replies(opened, asked, on_bad=bad)), None)


def _pass(bad: object) -> None:
    """A bad row is told of when it is imported."""


@click.command(short_help="Add archives of replies to a ledger.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--into", required=True, metavar="LEDGER", help="The ledger; a missing one is made.")
@click.option(
    "--format", "kind", metavar="FORMAT", help="What the archives are, if looking does not tell it."
)
@click.option("--recorded", metavar="COLUMN", help="The column of a value that another program read.")
@click.option("--as", "name", metavar="NAME", help="Take the archive in under this name, not its path.")
@click.option("--skip-bad", is_flag=True, help="Report and count broken rows, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@column_options
def command(
    paths: tuple[str, ...],
    into: str,
    kind: str | None,
    recorded: str | None,
    name: str | None,
    skip_bad: bool,
    as_json: bool,
    **options: str | None,
) -> int:
    """Add archives of replies to a ledger.

    PATH is a file that another tool wrote, told by looking at it (--format names one; see the pages on formats), a
    folder of such files, or plain replies (--format replies): a JSONL, CSV or Parquet file, or a directory in which
    every file is one reply. From another tool's file the values that it recorded are taken in too. Every row is added
    once: an import that was stopped goes on when it is repeated, and repeating a finished one adds nothing. With
    --recorded, plain rows without text keep the value that another program read, and are marked as not re-readable.
    """
    from oyez.core.errors import InputError
    from oyez.importers import import_into
    from oyez.ledger import Ledger
    from oyez.ledger.archive import Imported, import_archive
    from oyez.report.ledger_text import import_lines, import_tree
    from oyez.rows.reading import to_json_bytes

    archives = list(_expanded(paths, kind))
    if name is not None and len(archives) > 1:
        raise click.UsageError("--as names one archive, and several are given")
    for path in archives:
        if not os.path.lexists(path) and path != "-":  # before a ledger is made for it
            raise InputError(f"{path}: cannot be read: there is no such file")
    if archives[0] != "-" and not os.path.lexists(into):
        _look(archives[0], kind, recorded, options, skip_bad=skip_bad)
    done: list[Imported] = []
    with Ledger(into) as ledger, Progress(None, "replies") as progress:

        def report(bad: object) -> None:
            progress.clear()
            say(f"oyez: bad row: {bad}")

        try:
            for path in archives:
                bad = report if skip_bad else None
                if plain(path, kind, recorded, options):
                    columns = columns_of(options)
                    one = import_archive(
                        ledger, path, columns, recorded=recorded, name=name, on_bad=bad, on_row=progress.step
                    )
                else:
                    one = import_into(ledger, path, kind, name=name, on_bad=bad, on_row=progress.step)
                done.append(one)
        except KeyboardInterrupt as stop:
            progress.clear()
            say(f"oyez: stopped; {into} holds what was added, and the same command goes on")
            return stop_code(stop)
    if as_json:
        click.echo(to_json_bytes({"ledger": into, "format": kind, "archives": import_tree(done)}), nl=False)
    else:
        click.echo("\n".join(import_lines(done, room())))
    return 0
