"""`oyez ledger`: what a ledger holds, shown, found, checked and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from oyez.cli.ends import GATE, say
from oyez.cli.progress import Progress
from oyez.cli.terminal import room


def _open(path: str) -> Any:
    from oyez.ledger import Ledger

    return Ledger(path, readonly=True)


def _json(tree: Any) -> None:
    from oyez.rows.reading import to_json_bytes

    click.echo(to_json_bytes(tree), nl=False)


@click.group(short_help="Show, find, check and export what a ledger holds.")
def command() -> None:
    """Show, find, check and export what a ledger holds."""


@command.command("status", short_help="Runs, judges, contracts, coverage, what is not re-readable.")
@click.argument("ledger")
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON object.")
def status(ledger: str, as_json: bool) -> None:
    """Count what a ledger holds: runs, imports, judges, and the instruments with their coverage.

    The seal is the hash of the last commit and stands for everything in the ledger; written down elsewhere, it shows
    later that nothing was taken away at the end.
    """
    from oyez.report.ledger_text import status_lines, status_tree

    with _open(ledger) as opened:
        found = opened.status()
    if as_json:
        _json(status_tree(found))
    else:
        click.echo("\n".join(status_lines(found, room())))


@command.command("show", short_help="One draw: its reply and its readings.")
@click.argument("ledger")
@click.argument("name", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON object a draw.")
def show(ledger: str, name: str, as_json: bool) -> None:
    """Show a draw: everything known of it, its readings with their place, and the reply.

    ID is the id of the draw in its archive, its number in the ledger, or sha256:… of the reply (the first digits do).
    """
    from oyez.core.errors import InputError
    from oyez.report.ledger_text import draw_tree, show_lines

    with _open(ledger) as opened:
        found = [(stored, opened.readings_of(stored.id)) for stored in opened.named(name)]
    if not found:
        raise InputError(f"{ledger}: there is no draw {name!r}; `oyez ledger find` looks for others")
    for at, (stored, readings) in enumerate(found):
        if as_json:
            _json(draw_tree(stored, readings))
        else:
            click.echo("\n".join([*[""] * bool(at), *show_lines(stored, readings, room())]))


@command.command("find", short_help="Draws and readings by a filter, paged.")
@click.argument("ledger")
@click.argument("terms", nargs=-1, metavar="[FIELD=VALUE]...")
@click.option(
    "--after", default=0, metavar="N", help="Go on after this row; the last line of a page says which."
)
@click.option("--limit", default=50, type=click.IntRange(1), help="Rows of a page.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print one JSON object a row, with the reply.")
def find(ledger: str, terms: tuple[str, ...], after: int, limit: int, as_jsonl: bool) -> None:
    """Find draws or readings: `status=conflict judge=gpt-4 arm!=B verdict>=50 text~"I cannot"`.

    A term is FIELD, one of = != < <= > >= ~ (contains) !~, and a value; all terms must hold, commas mean either,
    an empty value means not given. A term on a reading (status, verdict, rule, abstained, contract, reader) finds
    readings.
    """
    from oyez.ledger.where import quoted
    from oyez.report.ledger_text import draw_tree, find_lines

    with _open(ledger) as opened:
        page = opened.find(" ".join(map(quoted, terms)), after, limit)
    if as_jsonl:
        for one in page.found:
            _json(draw_tree(one.stored, [one.reading] if one.reading else []))
    else:
        click.echo("\n".join(find_lines(page.found, room())) or "nothing found")
    if page.next is not None:
        say(f"more: --after {page.next}")


@command.command("verify", short_help="Recompute every hash; exit 1 if anything was changed.")
@click.argument("ledger")
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON object.")
def verify(ledger: str, as_json: bool) -> int:
    """Recompute the hash of every row and of every commit, and name each row that is not as it was added.

    Exits with 1 if there is one.
    """
    from itertools import islice

    from oyez.ledger.verify import verify as faults_of

    most = 1000
    faults = [*islice(faults_of(Path(ledger)), most + 1)]
    more = len(faults) > most
    if as_json:
        rows = [{"table": one.table, "key": one.key, "message": one.message} for one in faults[:most]]
        _json({"ledger": ledger, "whole": not faults, "faults": rows, "more": more})
    else:
        from oyez.core.visible import visible_text

        lines = [visible_text(str(one)) for one in faults[:most]] + ["and more"] * more
        with _open(ledger) as opened:
            draws = opened.count() if not faults else None
        click.echo("\n".join(lines or [f"{ledger}: whole, {draws:,} draws"]))
    return GATE if faults else 0


@command.command("export", short_help="Replies to one file, or all tables to a sealed archive.")
@click.argument("ledger")
@click.option("--to", required=True, metavar="PATH", help="A .jsonl or .parquet file, or a new directory.")
@click.option("--where", default="", metavar="FILTER", help="Which draws, for a file.")
@click.option(
    "--tables", type=click.Choice(["parquet", "jsonl"]), default="parquet", help="The files of a directory."
)
def export(ledger: str, to: str, where: str, tables: str) -> None:
    """Write the replies to one file, a row a draw, which `oyez read` and `oyez import` take back.

    With a new directory as PATH, write the sealed archive: all tables, one file each (Parquet with zstd and a
    checksum on every page, or JSON lines), and a manifest with the SHA-256 of every file.
    """
    from oyez.core.errors import InputError
    from oyez.ledger.export import FLAT, export_replies
    from oyez.ledger.sealed import seal

    target = Path(to)
    if target.suffix.lower() in FLAT:
        with _open(ledger) as opened, Progress(opened.count(), "draws") as progress:
            count, left = export_replies(opened, target, where, progress.step)
        lost = f"; {left:,} are not re-readable and were left out" if left else ""
        click.echo(f"{to}: {count:,} draws{lost}")
        return
    if where:
        raise InputError(
            "a sealed archive holds the whole ledger; --where goes with a .jsonl or .parquet file"
        )
    manifest = seal(Path(ledger), target, tables)
    click.echo(
        f"{to}: {manifest['tables']['draws']['rows']:,} draws, {len(manifest['tables'])} tables, sealed"
    )
