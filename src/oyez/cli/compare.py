"""`oyez compare`: two arms that were measured by one instrument."""

from __future__ import annotations

import click

from oyez.cli.printing import check_forms, print_table
from oyez.cli.terminal import room


@click.command(short_help="Compare two arms of a ledger that were read alike.")
@click.argument("ledger")
@click.option("--arms", nargs=2, required=True, metavar="A B", help="The two arms.")
@click.option(
    "--contract", "-c", metavar="NAME|FILE", help="Whose stored readings count; else the one that read all."
)
@click.option("--where", default="", metavar="FILTER", help="Which draws: `judge=m run=3`.")
@click.option(
    "--acknowledge-split", metavar="REASON", help="Go on over different instruments; REASON is printed."
)
@click.option("--to", metavar="FILE|-", help="Write a row an arm: .jsonl; - for JSONL here.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the table as one JSON object an arm.")
def command(
    ledger: str,
    arms: tuple[str, str],
    contract: str | None,
    where: str,
    acknowledge_split: str | None,
    to: str | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Compare two arms of a ledger that were read by one contract, one reader version and the same judges.

    Otherwise it refuses (exit 3) and says which instruments there are, how many rows of each, and what would make
    the arms comparable. --acknowledge-split goes on all the same, and prints the reason with the result and in every
    export.
    """
    from oyez.compare.arms import compare
    from oyez.ledger import Ledger
    from oyez.report import compare_text
    from oyez.rows.readings import open_target

    check_forms(to, as_json=as_json, as_jsonl=as_jsonl)
    with Ledger(ledger, readonly=True) as opened:
        by = opened.asked(contract) if contract else None
        found = compare(opened, list(arms), by, where, acknowledge_split)
    if to is not None:
        with open_target(to) as writer:
            for row in compare_text.rows(found):
                writer.write(row)
    print_table(
        lambda: compare_text.lines(found, room()),
        lambda: compare_text.tree(found),
        lambda: compare_text.rows(found),
        as_json=as_json,
        as_jsonl=as_jsonl,
        to_stderr=to == "-",
    )
    return 0
