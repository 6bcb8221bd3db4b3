"""`oyez diff`: one archive under two contracts or instruments."""

from __future__ import annotations

from contextlib import ExitStack

import click

from oyez.cli.ends import GATE, say
from oyez.cli.printing import check_forms, print_table
from oyez.cli.progress import Progress
from oyez.cli.terminal import room


@click.command(short_help="Compare two contracts on the replies of a ledger.")
@click.argument("ledger")
@click.argument("old")
@click.argument("new")
@click.option("--where", default="", metavar="FILTER", help="Which draws: `arm=A,B run=3`.")
@click.option("--expect-identical", is_flag=True, help="Exit with 1 if a reading with status read differs.")
@click.option("--to", metavar="FILE|-", help="Write every changed reading: .jsonl; - for JSONL here.")
@click.option("-n", "most", default=5, type=click.IntRange(0), help="Changed readings shown of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the table as one JSON object an arm.")
def command(
    ledger: str,
    old: str,
    new: str,
    where: str,
    expect_identical: bool,
    to: str | None,
    most: int,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Compare two contracts or instruments on the replies of a ledger, reading by reading.

    OLD and NEW are a contract's name or file, `name@version#digest` as the ledger holds it, any of these with
    `:reader=VERSION` for readings of an older reader, or `instrument:DIGEST`. Stored readings are used, missing ones
    are made and not kept. Where the ledger holds screenings that rest on OLD or NEW, the items are listed whose outcome
    differs. --expect-identical is the gate for a change of contract: whatever was read before must read
    the same, to the bit.
    """
    from oyez.compare.diff import Change, diff
    from oyez.ledger import Ledger
    from oyez.report import diff_text
    from oyez.report.outcomes_text import outcome_lines, outcomes_tree
    from oyez.rows.readings import open_target
    from oyez.screening.changed import outcomes

    check_forms(to, as_json=as_json, as_jsonl=as_jsonl)
    shown = diff_text.Shown(most)
    with ExitStack() as stack:
        opened = stack.enter_context(Ledger(ledger, readonly=True))
        before, after = opened.asked(old), opened.asked(new)
        progress = stack.enter_context(Progress(opened.count(), "draws"))
        writer = stack.enter_context(open_target(to)) if to else None
        seen = 0

        def take(change: Change) -> None:
            shown.add(change)
            if writer is not None:
                writer.write(diff_text.change_row(change))

        def step() -> None:
            nonlocal seen
            seen += 1
            progress.step(seen)

        found = diff(opened, before, after, where, take, step)
        decided = outcomes(opened, before.contract, after.contract)
    print_table(
        lambda: [*diff_text.lines(found, shown, room()), *outcome_lines(decided, room())],
        lambda: {**diff_text.tree(found, shown), "outcomes": outcomes_tree(decided)},
        lambda: diff_text.rows(found),
        as_json=as_json,
        as_jsonl=as_jsonl,
        to_stderr=to == "-",
    )
    if not expect_identical:
        return 0
    say(f"oyez: {diff_text.identical_line(found)}")
    return GATE if found.read_differs else 0
