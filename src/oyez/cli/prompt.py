"""`oyez contracts prompt`: the format instruction of a contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def ids_of(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
    """Ids with commas between them."""
    if value is None:
        return None
    names = [name.strip() for name in value.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise click.BadParameter(
            f"{value!r} is not a list of different ids with commas between them", ctx, param
        )
    return names


def ids_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--ids`: the items of one reply."""
    text = "The ids of the items, with commas between them, where the contract does not name them."
    return click.option("--ids", callback=ids_of, metavar="ID,ID...", help=text)(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--json`, which may also stand before the command."""

    def either(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        return value or (ctx.parent is not None and bool(ctx.parent.params.get("as_json")))

    text = "Print it as one JSON object."
    return click.option("--json", "as_json", is_flag=True, callback=either, help=text)(command)


@click.command("prompt", short_help="Print the format instruction to paste into a judge's prompt.")
@click.argument("contract", metavar="NAME|FILE")
@ids_option
@json_option
def prompt(contract: str, ids: list[str] | None, as_json: bool) -> None:
    """Print the format instruction to paste into a judge's prompt.

    No line of it reads as a verdict itself, so a judge that repeats it has not answered. Exits with 2 where no one
    reply can hold all fields of the contract.
    """
    from oyez.contract import contract as load
    from oyez.rows.reading import to_json_bytes

    terms = load(contract)
    said = terms.prompt(ids=ids)
    if as_json:
        click.echo(to_json_bytes({"contract": terms.ref, "prompt": said}), nl=False)
    else:
        click.echo(said, nl=False)
