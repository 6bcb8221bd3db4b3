"""The command `oyez`: one file a command, loaded when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

import click

from oyez._version import __version__
from oyez.core.errors import OyezError

COMMANDS: Final = {
    "read": "Read an archive of judge replies under a contract.",
    "check": "Check replies whose reading is known.",
    "contracts": "List contracts, and check them.",
    "demo": "Read a small bundled archive.",
}
"""Command → its one line of help, so that `oyez --help` loads no command."""

INTERRUPTED = 130
BROKEN_PIPE = 141
UNREADABLE = 2


class LazyGroup(click.Group):
    """Imports a command's module when the command is called, and turns errors into exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"oyez.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and exit with 0, 1 (a gate fell short), 2 (usage, unreadable input), 3 (refused) or 130."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character gets its escape
                stream.reconfigure(errors="backslashreplace")
        extra["standalone_mode"] = False
        extra.setdefault("prog_name", "oyez")
        try:
            code = super().main(*args, **extra)
        except click.ClickException as fault:
            fault.show()
            code = fault.exit_code
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command, which returns its exit code or nothing."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except OyezError as fault:
            click.echo(f"oyez: {fault}", err=True)
            return UNREADABLE
        except KeyboardInterrupt:
            click.echo("oyez: stopped", err=True)
            return INTERRUPTED
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads what is left
            return BROKEN_PIPE
        except OSError as fault:  # a full disk, a file that went away
            click.echo(f"oyez: {fault}", err=True)
            return UNREADABLE
        return code


@click.group("oyez", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="oyez", message="%(prog)s %(version)s")
def main() -> None:
    """Read what an AI judge wrote, and say plainly where it could not be read.

    A contract says what a judge promised to write; `oyez read` reads an archive of replies under it. Every reply
    ends in a status: a verdict with its place in the text, or the reason why there is none.
    """
