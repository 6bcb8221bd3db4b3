"""`oyez write-back`: the readings of an archive in a new file of the tool that wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oyez.cli.draws import BadRows, draws_of
from oyez.cli.progress import Progress
from oyez.core.errors import InputError

if TYPE_CHECKING:
    from oyez.exporters import Exporter
    from oyez.ledger.facts import Draw


class _Counted:
    """Draws on their way, counted by whether they can be read again."""

    def __init__(self, draws: Iterable[Draw], progress: Progress) -> None:
        self._draws = draws
        self._progress = progress
        self.absent = 0

    def __iter__(self) -> Iterator[Draw]:
        for number, draw in enumerate(self._draws, start=1):
            self.absent += draw.raw_absent is not None
            yield draw
            self._progress.step(number)


@click.command(short_help="Write corrected readings back to the tool of an archive.")
@click.argument("archive")
@click.option("--contract", "-c", required=True, metavar="NAME|FILE", help="The contract to read under.")
@click.option("--to", required=True, metavar="FILE", help="The file to make; it must not be there yet.")
@click.option("--as", "name", metavar="EXPORTER", help="What to write, if not what the archive's tool reads.")
@click.option("--format", "kind", metavar="FORMAT", help="The archive's format, if looking does not tell it.")
@click.option("--author", default="oyez", show_default=True, metavar="NAME", help="Who changes the values.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
def command(
    archive: str, contract: str, to: str, name: str | None, kind: str | None, author: str, as_json: bool
) -> None:
    """Read an archive again under a contract, and write the readings where its tool finds them.

    ARCHIVE is a file that another tool wrote, or a ledger; it stays as it is, and FILE is new. An unread reply has no
    value there, and its status as the reason. Draws whose text the archive did not keep are left alone. See the page
    on writing back for the exporters, and what each makes of a reading.
    """
    from oyez.contract import contract as load
    from oyez.exporters import WriteBack, reread
    from oyez.ledger import is_ledger
    from oyez.report.write_back_text import lines, tree
    from oyez.rows.reading import to_json_bytes

    terms = load(contract)
    exporter = _exporter(archive, kind, name)
    with Progress(None, "draws") as progress:
        counted = _Counted(draws_of(archive, kind, BadRows(progress, skip=False)), progress)
        beside = None if is_ledger(Path(archive)) else Path(archive)
        job = WriteBack(rereads=reread(counted, terms), to=Path(to), archive=beside, author=author)
        written = exporter.write(job)
    if as_json:
        click.echo(to_json_bytes(tree(written, exporter, terms, to, counted.absent)), nl=False)
    else:
        click.echo("\n".join(lines(written, exporter, terms, to, counted.absent)))


def _exporter(archive: str, kind: str | None, name: str | None) -> Exporter:
    """The exporter asked for, else that of the archive's tool. Raises `InputError` if there is none."""
    from oyez.core.nearest import listed
    from oyez.exporters import EXPORTERS
    from oyez.importers import open_archive
    from oyez.ledger import is_ledger

    there = ", ".join(each.name for each in EXPORTERS)
    if name is None:
        importer = None if is_ledger(Path(archive)) else open_archive(archive, kind).importer
        name = importer.exporter if importer is not None else None
        if name is None:
            what = f"the format {importer.name}" if importer is not None else "a ledger"
            raise InputError(f"{what} has no file of its own to write back to: --as names one of {there}")
    found = EXPORTERS.get(name)
    if found is None:
        raise InputError(f"no exporter {name!r}; {listed(name, (each.name for each in EXPORTERS))}")
    return found
