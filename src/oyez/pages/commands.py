"""The page of the command line, from the commands themselves."""

from __future__ import annotations

import click

from oyez.cli import main
from oyez.pages.markdown import GENERATED

WIDTH = 100

HEAD = f"""{GENERATED}

# Commands

Every command prints its table on standard output and everything else on standard error. Exit codes: 0 done; 1 a gate
that was asked for fell short; 2 usage, or an input that could not be read; 3 refused; 130 stopped by Ctrl-C.
"""


def page() -> str:
    """The help of every command, in order."""
    return "\n\n".join([HEAD, *_sections(main, "oyez", None)])


def _sections(command: click.Command, name: str, parent: click.Context | None) -> list[str]:
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=WIDTH, max_content_width=WIDTH
    )
    title = context.command_path
    made = [f"## {title}", "```text\n" + command.get_help(context).rstrip() + "\n```"]
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            if found is not None and not found.hidden:
                made += _sections(found, child, context)
    return made


PAGES = {"cli.md": page}
