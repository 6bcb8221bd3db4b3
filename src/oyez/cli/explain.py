"""`oyez explain`: why a reply reads as it does."""

from __future__ import annotations

import click

from oyez.cli.read import column_options, columns_of
from oyez.cli.terminal import room


@click.command(short_help="Show why a reply reads as it does.")
@click.argument("replies")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option("--contract", "-c", required=True, metavar="NAME|FILE", help="The contract to read under.")
@click.option("--skip-bad", is_flag=True, help="Report rows that are no replies, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanations as one JSON object.")
@column_options
def command(
    replies: str, ids: tuple[str, ...], contract: str, skip_bad: bool, as_json: bool, **options: str | None
) -> int:
    """Show why a reply reads as it does.

    REPLIES is an archive as `oyez read` takes it; each ID names one reply in it. Prints the reply with every place
    that was considered marked, what became of each and why, the recoveries that ran, and the verdict in a sentence.
    """
    from oyez.contract import contract as load
    from oyez.explain import explain
    from oyez.report.explain_text import explanation_lines, explanation_tree
    from oyez.rows.chosen import chosen
    from oyez.rows.reading import to_json_bytes
    from oyez.rows.replies import Replies, open_source

    columns = columns_of(options)
    terms = load(contract)

    def report(bad: object) -> None:
        click.echo(f"oyez: bad row: {bad}", err=True)

    with open_source(replies, columns.paths()) as source:
        rows = chosen(Replies(source, columns, on_bad=report if skip_bad else None), ids, source.name)
    made = [(explain(row.reply, terms), row.place) for row in rows]
    if as_json:
        trees = [explanation_tree(each, place) for each, place in made]
        click.echo(to_json_bytes({"explained": trees}), nl=False)
        return 0
    for number, (each, place) in enumerate(made):
        click.echo("\n" * (2 * (number > 0)) + "\n".join(explanation_lines(each, place, room())))
    return 0
