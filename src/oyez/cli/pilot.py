"""`oyez pilot`: whether a pilot allows the big run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from decimal import Decimal
from typing import TYPE_CHECKING

import click

from oyez.cli.ends import GATE, REFUSED
from oyez.cli.printing import check_forms, print_table
from oyez.cli.progress import Progress
from oyez.cli.read import column_options, columns_of, share
from oyez.cli.read_sources import is_database
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.pilot import DrawSeen
    from oyez.rows.columns import Columns


def limit_option(name: str, default: str, what: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """An option for the largest share of one loss."""
    return click.option(
        f"--{name}", callback=share, default=default, show_default=True, metavar="SHARE", help=what
    )


@click.command(short_help="Say whether a pilot allows the big run.")
@click.argument("replies")
@click.option("--contract", "-c", metavar="NAME|FILE", help="The contract to read replies or a ledger under.")
@click.option("--by", metavar="FIELD", help="Check by the values of this column, not by arm (`meta.x` too).")
@click.option(
    "--expect-arm",
    "arms",
    multiple=True,
    metavar="NAME",
    help="An arm that must have draws; may be repeated.",
)
@limit_option("parse-loss", "2%", "Allowed of the whole replies: those that cannot be read.")
@limit_option("refusal", "2%", "Allowed of the draws: refused by the provider.")
@limit_option("transport-loss", "5%", "Allowed of the draws: nothing came back.")
@click.option(
    "--waive",
    "waive",
    nargs=2,
    multiple=True,
    metavar="CHECK[:ARM] REASON",
    help="Set a check aside: truncation, parse-loss, refusal, transport-loss; REASON is printed.",
)
@click.option("--where", metavar="FILTER", help="Which draws of a ledger: `run=3`.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print one JSON object a check.")
@column_options
def command(
    replies: str,
    contract: str | None,
    by: str | None,
    arms: tuple[str, ...],
    parse_loss: Decimal,
    refusal: Decimal,
    transport_loss: Decimal,
    waive: tuple[tuple[str, str], ...],
    where: str | None,
    as_json: bool,
    as_jsonl: bool,
    **options: str | None,
) -> int:
    """Say whether a pilot allows the big run: go (exit 0), no-go (1), or cannot decide (3).

    REPLIES are replies, read under --contract (a file, a directory, or - for JSONL on standard input), a ledger, or
    without --contract the readings that `oyez read --to` wrote. Every arm is checked by itself. No reply may be cut
    for length; of the other losses a share is allowed. A pilot that is too small to tell that share, with less than
    floor(1 / SHARE) + 1 draws in an arm, decides nothing.
    """
    from oyez.pilot import Limits, decide, waiver
    from oyez.report import pilot_text

    check_forms(None, as_json=as_json, as_jsonl=as_jsonl)
    limits = Limits(parse_loss=parse_loss, refusal=refusal, transport_loss=transport_loss)
    waivers = [waiver(what, reason) for what, reason in waive]
    with ExitStack() as stack:
        seen = _seen(stack, replies, contract, by, where, columns_of(options))
        found = decide(seen, limits, waivers, arms)
    page = pilot_text.Page(source=replies, by=by or "arm", pilot=found)
    print_table(
        lambda: pilot_text.lines(page, room()),
        lambda: pilot_text.tree(page),
        lambda: pilot_text.rows(page),
        as_json=as_json,
        as_jsonl=as_jsonl,
    )
    return {"go": 0, "no-go": GATE}.get(found.decision, REFUSED)


def _seen(
    stack: ExitStack, replies: str, contract: str | None, by: str | None, where: str | None, columns: Columns
) -> Iterator[DrawSeen]:
    """The draws of a ledger, of replies under a contract, or of readings."""
    from oyez.contract import contract as load
    from oyez.ledger import Ledger
    from oyez.pilot import seen_in_ledger, seen_in_readings, seen_in_replies

    ledger = is_database(replies)
    if columns.mapped and (ledger or contract is None):
        raise click.UsageError("columns are named for replies, which are read under a --contract")
    if where is not None and not ledger:
        raise click.UsageError("--where chooses draws of a ledger, and REPLIES is none")
    if ledger:
        opened = stack.enter_context(Ledger(replies, readonly=True))
        if contract is None:
            raise click.UsageError("a ledger is read under a --contract; stored readings are used")
        progress = stack.enter_context(Progress(opened.count(), "draws"))
        return seen_in_ledger(opened, opened.asked(contract), by, where or "", progress.step)
    progress = stack.enter_context(Progress(None, "draws"))
    if contract is None:
        return seen_in_readings(replies, by, progress.step)
    return seen_in_replies(replies, load(contract), columns, by, progress.step)
