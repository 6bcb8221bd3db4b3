"""`oyez contracts schema`: a JSON Schema for the objects that a contract reads."""

from __future__ import annotations

import click

from oyez.cli.prompt import ids_option


@click.command("schema", short_help="Print a JSON Schema for structured output.")
@click.argument("contract", metavar="NAME|FILE")
@click.option(
    "--narrow",
    is_flag=True,
    help="Every field, no other key, labels spelt one way: what to hand to a provider.",
)
@ids_option
def schema(contract: str, narrow: bool, ids: list[str] | None) -> None:
    """Print a JSON Schema (2020-12) for the objects that a contract reads.

    It accepts exactly the objects that are read without a recovery; its `$comment` says what no schema can see.
    With --narrow it accepts only what the contract asks a judge to write, which is the schema to hand to a provider of
    structured output. Exits with 2 for a contract that reads no JSON object.
    """
    import json

    from oyez.contract import contract as load

    made = load(contract).schema(narrow=narrow, ids=ids)
    click.echo(json.dumps(made, ensure_ascii=False, indent=2))
