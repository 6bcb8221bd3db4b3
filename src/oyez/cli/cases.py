"""`oyez cases`: replies with known readings, built from a contract."""

from __future__ import annotations

import click


@click.command(short_help="Write replies with known readings, built from a contract.")
@click.argument("contract")
@click.option("--to", default="-", show_default=True, metavar="FILE|-", help="The case file.")
@click.option("--family", "families", multiple=True, metavar="NAME", help="Only this family of replies.")
@click.option("--count", type=click.IntRange(1), help="How many; else each one once in each language.")
@click.option("--seed", default=0, show_default=True)
def command(contract: str, to: str, families: tuple[str, ...], count: int | None, seed: int) -> None:
    """Write replies with known readings, built from a contract, as a case file for `oyez check`.

    Which verdict there is, or that there is none, follows from how a reply was built. Replies that a parity contract
    reads otherwise on purpose are left out.
    """
    from oyez.audit.cases import contract_rows, write_rows
    from oyez.cli.audit_options import known_families
    from oyez.cli.ends import say
    from oyez.contract import contract as load
    from oyez.rows.reading import to_json_bytes

    rows = contract_rows(load(contract), contract, families=known_families(families), count=count, seed=seed)
    if to == "-":
        for row in rows:
            click.echo(to_json_bytes(row), nl=False)
        return
    say(f"oyez: {write_rows(to, rows):,} cases in {to}")
