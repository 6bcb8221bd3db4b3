"""`oyez contracts grammar`: a llama.cpp grammar for the replies that a contract asks for."""

from __future__ import annotations

import click

from oyez.cli.prompt import ids_option, json_option


@click.command("grammar", short_help="Print a llama.cpp grammar (GBNF).")
@click.argument("contract", metavar="NAME|FILE")
@ids_option
@json_option
def grammar(contract: str, ids: list[str] | None, as_json: bool) -> None:
    """Print a llama.cpp grammar (GBNF) for the replies that a contract asks for.

    Whatever it generates is read without a recovery. Lines of reasons may stand beside the answer where the form leaves
    room for them. Exits with 2 where a scale is too wide to list, or the ids of items are not known.
    """
    from oyez.contract import contract as load
    from oyez.rows.reading import to_json_bytes

    terms = load(contract)
    made = terms.grammar(ids=ids)
    if as_json:
        click.echo(to_json_bytes({"contract": terms.ref, "grammar": made}), nl=False)
    else:
        click.echo(made, nl=False)
