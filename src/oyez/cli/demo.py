"""`oyez demo`: the bundled archives."""

from __future__ import annotations

import click

from oyez.cli.terminal import room


@click.command(short_help="Read a small bundled archive.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def command(as_json: bool) -> None:
    """Read a small bundled archive.

    About 230 made-up replies in seven formats hold every status and every recovery. Shows three of them with their
    place, how the others ended, and a table.
    """
    from oyez.demo import archives
    from oyez.report.demo import demo_lines, demo_tree, read_archives
    from oyez.rows.reading import to_json_bytes

    tables = read_archives(archives())
    if as_json:
        click.echo(to_json_bytes(demo_tree(tables)), nl=False)
    else:
        click.echo("\n".join(demo_lines(archives(), tables, room())))
