"""`oyez contracts`: the catalogue, and checks of a contract."""

from __future__ import annotations

import click

from oyez.cli.ends import GATE, UNREADABLE
from oyez.cli.grammar import grammar
from oyez.cli.prompt import prompt
from oyez.cli.schema import schema
from oyez.cli.suggest import suggest
from oyez.cli.terminal import room


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
    if as_json or (ctx.parent is not None and ctx.parent.params["as_json"]):
        click.echo(to_json_bytes({"contracts": [checked_tree(checked) for checked in found]}), nl=False)
    else:
        for checked in found:
            click.echo("\n".join(checked_lines(checked, room())))
    return max(UNREADABLE if checked.faults else GATE if checked.failed else 0 for checked in found)


@command.command("show", short_help="Print a contract of the catalogue.")
@click.argument("name")
def show(name: str) -> None:
    """Print a contract of the catalogue as it is written: its form and scale, and its examples."""
    from oyez.report.contracts import written

    click.echo(written(name))


for each in (prompt, schema, grammar, suggest):
    command.add_command(each)
