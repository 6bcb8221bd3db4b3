"""`oyez contracts suggest`: which contract an archive of replies was written under, or a draft of one."""

from __future__ import annotations

from contextlib import ExitStack

import click

from oyez.cli.ends import GATE, say
from oyez.cli.progress import Progress
from oyez.cli.read import column_options, columns_of
from oyez.cli.terminal import room
from oyez.core.reply import Reply
from oyez.rows.columns import Columns


@click.command("suggest", short_help="Find the contract that replies were written under, or draft one.")
@click.argument("replies")
@click.option("--most", type=click.IntRange(1), default=5, show_default=True, help="List so many contracts.")
@click.option(
    "--unread", type=click.IntRange(0), default=10, show_default=True, help="List so many unread replies."
)
@click.option("--to", metavar="FILE.toml", help="Write the best contract to a file.")
@click.option("--skip-bad", is_flag=True, help="Report rows that are no replies, and go on.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@column_options
@click.pass_context
def suggest(
    ctx: click.Context,
    /,
    replies: str,
    most: int,
    unread: int,
    to: str | None,
    skip_bad: bool,
    as_json: bool,
    **options: str | None,
) -> int:
    """Find the contract that replies were written under, or draft one.

    REPLIES is what `oyez read` takes. Tries every contract of the catalogue on an even sample, drafts one where
    none fits well, and lists replies that the best would not read. Exits with 1 if nothing fits.
    """
    from oyez.report.suggest import lines, tree
    from oyez.rows.reading import to_json_bytes
    from oyez.suggest import suggest as find

    if to is not None and not to.endswith(".toml"):
        raise click.UsageError(f"--to {to}: name a .toml file")
    found = find(load(replies, columns_of(options), skip_bad), most, unread)
    if to is not None and found.best is not None:
        write(to, found.best.toml)
    if as_json or (ctx.parent is not None and ctx.parent.params["as_json"]):
        click.echo(to_json_bytes(tree(found, replies)), nl=False)
    else:
        click.echo("\n".join(lines(found, replies, room(), to)))
    return 0 if found.best is not None else GATE


def load(replies: str, columns: Columns, skip_bad: bool) -> list[Reply]:
    """All replies of the archive, in order."""
    from oyez.rows.replies import Replies, open_source

    with ExitStack() as stack:
        source = stack.enter_context(open_source(replies, columns.paths()))
        progress = stack.enter_context(Progress(source.total, "replies"))

        def report(bad: object) -> None:
            progress.clear()
            say(f"oyez: bad row: {bad}")

        taken: list[Reply] = []
        for row in Replies(source, columns, on_bad=report if skip_bad else None):
            progress.step(row.done)
            taken.append(row.reply)
    return taken


def write(to: str, toml: str) -> None:
    """The contract as a file that appears whole or not at all."""
    from pathlib import Path

    from oyez.rows.atomic import appearing

    with appearing(Path(to)) as beside:
        beside.write_text(toml, encoding="utf-8")
