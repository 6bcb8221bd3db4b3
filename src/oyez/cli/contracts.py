"""`oyez contracts`: the catalogue, and checks of a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oyez.cli.ends import GATE, UNREADABLE
from oyez.cli.grammar import grammar
from oyez.cli.prompt import prompt
from oyez.cli.schema import schema
from oyez.cli.suggest import suggest
from oyez.cli.terminal import room

if TYPE_CHECKING:
    from oyez.audit.own import OwnAudit


@click.group(short_help="List contracts, and check them.", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print the list as one JSON object.")
@click.pass_context
def command(ctx: click.Context, /, as_json: bool) -> None:
    """List the contracts of the catalogue, or check one."""
    if ctx.invoked_subcommand is not None:
        return
    from oyez.contract import contract, contract_names
    from oyez.report.contracts import contract_tree, list_lines
    from oyez.rows.reading import to_json_bytes

    found = [contract(name) for name in contract_names()]
    if as_json:
        click.echo(to_json_bytes({"contracts": [contract_tree(each) for each in found]}), nl=False)
    else:
        for line in list_lines(found, room()):
            click.echo(line)


@command.command("check", short_help="Check contracts: their keys, labels and examples.")
@click.argument("names", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print what is wrong as one JSON object.")
@click.pass_context
def check(ctx: click.Context, /, names: tuple[str, ...], as_json: bool) -> int:
    """Check contracts: their keys, labels and examples.

    Shows everything that is wrong in a file with its line and column, then reads the examples. Exits with 2 if a
    contract cannot be used, and with 1 if an example reads otherwise than it says.
    """
    from oyez.check.contracts import check_contract
    from oyez.report.contracts import checked_lines, checked_tree
    from oyez.rows.reading import to_json_bytes

    found = [check_contract(name) for name in names]
    probed = {name: _probed(name) for name, checked in zip(names, found, strict=True) if not checked.faults}
    if as_json or (ctx.parent is not None and ctx.parent.params["as_json"]):
        trees = [
            checked_tree(checked) | ({"probes": _tree(probed.get(name))} if name in probed else {})
            for name, checked in zip(names, found, strict=True)
        ]
        click.echo(to_json_bytes({"contracts": trees}), nl=False)
    else:
        for name, checked in zip(names, found, strict=True):
            own = _line(probed[name]) if name in probed else []
            click.echo("\n".join([*checked_lines(checked, room()), *own]))
    return max(UNREADABLE if checked.faults else GATE if checked.failed else 0 for checked in found)


def _probed(name: str) -> OwnAudit | None:
    """What replies built from the contract come to; `None` where no one reply can hold its fields."""
    from oyez.audit.own import own_audit
    from oyez.contract import contract
    from oyez.core.errors import ContractError

    try:
        return own_audit(contract(name))
    except ContractError:
        return None


def _line(found: OwnAudit | None) -> list[str]:
    from oyez.report.audit_own import short

    return ["  no probes: no one reply can hold its fields"] if found is None else [short(found)]


def _tree(found: OwnAudit | None) -> dict[str, Any] | None:
    from oyez.report.audit_own import tree

    return None if found is None else tree(found)


@command.command("mutate", short_help="Change a contract on purpose: do its examples notice?")
@click.argument("name", metavar="NAME|FILE")
@click.argument("cases", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the page as one JSON object.")
def mutate(name: str, cases: str | None, as_json: bool) -> None:
    """Change a contract on purpose, and see whether its examples, or the cases of a file, notice.

    Each change is a small one of a kind that people make. For one that nothing notices, a reply is shown that would.
    """
    from oyez.audit.mutants import mutate_contract
    from oyez.contract import contract
    from oyez.report.audit_mutants import lines, tree
    from oyez.rows.reading import to_json_bytes

    found = mutate_contract(contract(name), cases)
    if as_json:
        click.echo(to_json_bytes(tree(found)), nl=False)
    else:
        click.echo("\n".join(lines(found, room())))


@command.command("show", short_help="Print a contract of the catalogue.")
@click.argument("name")
def show(name: str) -> None:
    """Print a contract of the catalogue as it is written: its form and scale, and its examples."""
    from oyez.report.contracts import written

    click.echo(written(name))


for each in (prompt, schema, grammar, suggest):
    command.add_command(each)
