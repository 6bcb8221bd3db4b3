"""`oyez read`: an archive of replies under a contract."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE, say, stop_code
from oyez.cli.printing import check_forms
from oyez.cli.read_sources import is_database, read_archive, read_ledger
from oyez.cli.terminal import room
from oyez.rows.columns import COLUMNS, Columns

if TYPE_CHECKING:
    from oyez.rows.readings import RowWriter


def share(ctx: click.Context, param: click.Parameter, value: str | None) -> Decimal | None:
    """A share, written `0.95` or `95%`, as the exact number from 0 to 1."""
    if value is None:
        return None
    try:
        number = Decimal(value.removesuffix("%")) / (100 if value.endswith("%") else 1)
    except ArithmeticError:
        number = Decimal(-1)
    if not (number.is_finite() and 0 <= number <= 1):
        raise click.BadParameter(f"{value!r} is not a share; write 0.95 or 95%", ctx, param)
    return number


def column_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add `--id`, `--text` and so on: which column of the file holds that part of a reply."""
    for column in reversed(COLUMNS):
        option = click.option(
            f"--{column.replace('_', '-')}",
            f"column_{column}",
            metavar="COLUMN",
            help=f"The column that holds the {column.replace('_', ' ')}, if not `{column}`.",
        )
        command = option(command)
    return command


def columns_of(options: dict[str, str | None]) -> Columns:
    """The map that `column_options` asked for."""
    mapped = {name.removeprefix("column_"): value for name, value in options.items() if value is not None}
    return Columns(mapped)


@click.command(short_help="Read an archive of judge replies under a contract.")
@click.argument("replies")
@click.option("--contract", "-c", required=True, metavar="NAME|FILE", help="The contract to read under.")
@click.option(
    "--to", metavar="FILE|-", help="Write the readings: .jsonl, .parquet or .csv; - for JSONL here."
)
@click.option(
    "--by", metavar="COLUMN", help="Count by the values of this column too (`meta.x` reaches inside)."
)
@click.option("--where", metavar="FILTER", help="Which draws of a ledger: `arm=A,B run=3`.")
@click.option(
    "--fail-under",
    callback=share,
    metavar="SHARE",
    help="Exit with 1 if the coverage, bad rows included, is below.",
)
@click.option("--skip-bad", is_flag=True, help="Report and count rows that are no replies, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the table as one JSON object a group.")
@column_options
def command(
    replies: str,
    contract: str,
    to: str | None,
    by: str | None,
    where: str | None,
    fail_under: Decimal | None,
    skip_bad: bool,
    as_json: bool,
    as_jsonl: bool,
    **options: str | None,
) -> int:
    """Read an archive of judge replies under a contract.

    REPLIES is a JSONL, CSV or Parquet file, a directory in which every file is one reply, - for JSONL on standard
    input, or a ledger. Prints how many replies ended how, what they said, and the most telling ones without a
    verdict. To a ledger the readings are added; what the contract has read there before is not read again.
    """
    from oyez.contract import contract as load
    from oyez.report.gate import shortfall
    from oyez.report.run import ReadRun
    from oyez.rows.readings import check_target, open_target

    check_forms(None, as_json=as_json, as_jsonl=as_jsonl)
    columns = columns_of(options)
    terms = load(contract)
    if to is not None:
        check_target(to, replies)
    run = ReadRun(terms, replies, by, room())
    try:
        with ExitStack() as stack:

            def writer() -> RowWriter | None:
                return stack.enter_context(open_target(to)) if to else None

            if is_database(replies):
                if columns.mapped or skip_bad:
                    raise click.UsageError("a ledger has columns of its own, and no bad rows")
                table = read_ledger(stack, run, terms, replies, where or "", by, writer)
            else:
                if where is not None:
                    raise click.UsageError("--where chooses draws of a ledger, and REPLIES is none")
                table = read_archive(stack, run, replies, columns, by, writer, skip_bad=skip_bad)
    except KeyboardInterrupt as stop:
        say(f"oyez: stopped after {run.done:,} replies{left_behind(to, replies)}")
        return stop_code(stop)
    show(table, as_json, as_jsonl, to_stderr=to == "-")
    short = None if fail_under is None else shortfall(table, fail_under)
    if short is not None:
        say(f"oyez: {short}")
    return GATE if short else 0


def left_behind(to: str | None, replies: str) -> str:
    """What a stopped run leaves where the readings were to go."""
    if is_database(replies):
        kept = f"; {replies} keeps their readings, and the same command goes on"
        return kept if to is None or to == "-" else f"{kept}; {to} was not written"
    if to is None:
        return ""
    return "; the rows printed so far stand" if to == "-" else f"; {to} was not written"


def show(table: Any, as_json: bool, as_jsonl: bool, *, to_stderr: bool) -> None:
    """Print the table as text, one JSON object, or one JSON object a row."""
    from oyez.report.read_table import rows, tree
    from oyez.report.table import text
    from oyez.rows.reading import to_json_bytes

    if as_json:
        click.echo(to_json_bytes(tree(table)), nl=False, err=to_stderr)
    elif as_jsonl:
        for row in rows(table):
            click.echo(to_json_bytes(row), nl=False, err=to_stderr)
    else:
        click.echo(text(table, room()), err=to_stderr)
