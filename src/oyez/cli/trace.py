"""`oyez trace`: one screened item from its replies to its outcome, and what another reading would have decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.screen_run import LEDGER
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.screening.trace import Reread, Traced


@click.command(short_help="Follow a screened item from reply to outcome.")
@click.argument("item")
@click.option("--ledger", default=LEDGER, show_default=True, help="Where it was screened.")
@click.option("--contract", "-c", metavar="NAME|FILE", help="What if it had been read under this contract?")
@click.option("--parser", metavar="NAME", help="What if this known parser had read it?")
@click.option(
    "--callable", "function", metavar="MODULE:NAME", help="What if this Python function had read it?"
)
@click.option(
    "--of", "names", multiple=True, metavar="NAME", help="Whose replies; all reviewers if not given."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def command(
    item: str,
    ledger: str,
    contract: str | None,
    parser: str | None,
    function: str | None,
    names: tuple[str, ...],
    as_json: bool,
) -> int:
    """Follow a screened item from reply to reading to evidence to outcome.

    With --contract, --parser or --callable the same replies are read another way, nobody is asked, and it is said
    whether the outcome changes.
    """
    from oyez.ledger import Ledger
    from oyez.report.screen_text import trace_lines, what_if_lines
    from oyez.rows.reading import to_json_bytes
    from oyez.screening.trace import trace, what_if

    if sum(each is not None for each in (contract, parser, function)) > 1:
        raise click.UsageError("--contract, --parser and --callable exclude each other")
    with Ledger(ledger, readonly=True) as opened:
        made = trace(opened, item)
    trees = []
    for number, one in enumerate(made):
        how, reread = _reread(one, contract, parser, function)
        other = None if reread is None else what_if(one, dict.fromkeys(_whose(one, names), reread))
        if as_json:
            trees.append(_tree(one, how, other))
            continue
        lines = [*trace_lines(one, room())]
        lines += ["", *what_if_lines(one, other, how, room())] if other is not None else []
        click.echo("\n" * (number > 0) + "\n".join(lines))
    if as_json:
        click.echo(to_json_bytes({"traced": trees}), nl=False)
    return 0


def _reread(
    one: Traced, contract: str | None, parser: str | None, function: str | None
) -> tuple[str, Reread | None]:
    from oyez.contract import contract as load
    from oyez.screening.trace import by_contract, by_parser, callable_parser, known_parser

    if contract is not None:
        terms = load(contract)
        return f"read under {terms.ref}", by_contract(one, terms)
    if parser is not None:
        return f"read by the known parser {parser}", by_parser(one, known_parser(parser))
    if function is not None:
        return f"read by {function}", by_parser(one, callable_parser(function))
    return "", None


def _whose(one: Traced, names: tuple[str, ...]) -> list[str]:
    from oyez.core.errors import InputError

    there = {found.by: found.kind for found in one.findings if found.read is not None}
    for name in names:
        if name not in there:
            raise InputError(f"{one.kept.item} has no reply of {name!r}; there are {', '.join(there)}")
    return list(names) or [name for name, kind in there.items() if kind == "reviewer"]


def _tree(one: Traced, how: str, other: Any) -> dict[str, Any]:
    from oyez.report.screen_text import decision_tree
    from oyez.screening.screening import finding_tree

    tree = {
        "item": one.kept.item,
        "profile": one.kept.profile,
        "texts": one.kept.told["texts"],
        "replies": {str(draw): reply.text for draw, reply in sorted(one.replies.items())},
        "findings": [*map(finding_tree, one.findings)],
        "repeats": None if one.repeats is None else [*map(finding_tree, one.repeats)],
        **decision_tree(one.decision),
    }
    if other is not None:
        tree["what_if"] = {
            "how": how,
            "findings": [*map(finding_tree, other.findings)],
            "repeats": None if other.repeats is None else [*map(finding_tree, other.repeats)],
            "changes": other.decision.outcome is not one.decision.outcome,
            "would_ask": other.would_ask,
            **decision_tree(other.decision),
        }
    return tree
