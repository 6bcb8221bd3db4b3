"""`oyez recheck`: what an archive recorded beside what its replies say."""

from __future__ import annotations

import click

from oyez.cli.draws import BadRows, draws_of
from oyez.cli.progress import Progress
from oyez.cli.terminal import room


@click.command(short_help="Compare what an archive recorded with what its replies say.")
@click.argument("archive")
@click.option("--contract", "-c", required=True, metavar="NAME|FILE", help="The contract to read under.")
@click.option("--format", "kind", metavar="FORMAT", help="The archive's format, if looking does not tell it.")
@click.option(
    "--known-parser", metavar="NAME", help="The rule to explain the recorded values by; else the tool's own."
)
@click.option("--metric", metavar="NAME", help="Which recorded value to compare, if a draw has several.")
@click.option(
    "-n",
    "most",
    default=3,
    show_default=True,
    type=click.IntRange(min=0),
    help="Examples of each kind.",
)
@click.option("--skip-bad", is_flag=True, help="Report and count broken rows, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print the page as one JSON object.")
def command(
    archive: str,
    contract: str,
    kind: str | None,
    known_parser: str | None,
    metric: str | None,
    most: int,
    skip_bad: bool,
    as_json: bool,
) -> None:
    """Read an archive again under a contract, and lay it beside what its tool recorded.

    ARCHIVE is a file that another tool wrote (see the pages on formats) or a ledger. A value is the same on both
    sides, different, recorded but not in the reply, or in the reply but not recorded; draws whose text the archive
    did not keep are counted as not re-readable. Nothing is written.
    """
    from oyez.compare.recheck import Recheck
    from oyez.contract import contract as load
    from oyez.core.errors import InputError
    from oyez.core.nearest import listed
    from oyez.known_parsers import KNOWN_PARSERS
    from oyez.report import recheck_text
    from oyez.rows.reading import to_json_bytes

    parser = None if known_parser is None else KNOWN_PARSERS.get(known_parser)
    if known_parser is not None and parser is None:
        raise InputError(f"no known parser {known_parser!r}; {listed(known_parser, KNOWN_PARSERS.built_in)}")
    examples = recheck_text.Examples(most)
    with Progress(None, "draws") as progress:
        bad = BadRows(progress, skip=skip_bad)
        draws = draws_of(archive, kind, bad)
        found = Recheck(draws, load(contract), parser=parser, metric=metric)
        for number, one in enumerate(found, start=1):
            examples.add(one)
            progress.step(number)
    if as_json:
        tree = recheck_text.tree(found, archive, examples, bad.count)
        click.echo(to_json_bytes(tree), nl=False)
    else:
        click.echo("\n".join(recheck_text.lines(found, archive, examples, room(), bad.count)))
