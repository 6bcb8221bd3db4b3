"""`oyez check`: cases whose reading is known."""

from __future__ import annotations

import os

import click

from oyez.cli.ends import GATE, UNREADABLE
from oyez.cli.terminal import room
from oyez.core.errors import InputError


@click.command(short_help="Check replies whose reading is known.")
@click.argument("cases")
@click.option("--json", "as_json", is_flag=True, help="Print what differs as one JSON object.")
def command(cases: str, as_json: bool) -> int:
    """Check replies whose reading is known.

    CASES is a JSONL file (or - for standard input), one case a line: `id`, `contract` (a name, a file as seen from
    CASES, or the contract as an object), `reply`, and `want` with a `status` and, where it matters, `verdict`,
    `rule`, `abstained`, `fields`, `problems`. Prints what differs, with its place. Exits with 1 if a case fails.
    """
    from oyez.check import run
    from oyez.report.check_text import Count, result_lines, result_tree
    from oyez.rows.reading import to_json_bytes
    from oyez.rows.replies import open_source

    if os.path.isdir(cases):
        raise InputError(f"{cases}: is a directory; name a file of cases")
    with open_source(cases, set()) as source:
        found = run.cases(source)
    count = Count()
    shown = []
    for result in run.check(found, run.loader(cases)):
        count.add(result)
        if as_json:
            shown += [result_tree(result)] if not (result.passed and result.case.sure) else []
        else:
            lines = list(result_lines(result, room()))
            click.echo("\n".join([*lines, ""]), nl=bool(lines))
    if as_json:
        tree = {"passed": count.passed, "failed": count.failed, "open": count.open, "shown": shown}
        click.echo(to_json_bytes(tree), nl=False)
    else:
        click.echo(count.closing())
    return UNREADABLE if count.unusable else GATE if count.failed else 0
