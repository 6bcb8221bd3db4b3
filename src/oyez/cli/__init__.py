"""The command `oyez`: one file a command, loaded when it is called."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from keyword import iskeyword
from typing import Any, Final

import click

from oyez._version import __version__
from oyez.cli import ends

COMMANDS: Final = {
    "read": "Read an archive of judge replies under a contract.",
    "explain": "Show why a reply reads as it does.",
    "check": "Check replies whose reading is known.",
    "contracts": "List contracts, and check them.",
    "judge": "Ask judges, keep every reply, and read it.",
    "screen": "Decide items, with reasons.",
    "trace": "Follow a screened item from reply to outcome.",
    "mcp": "Serve screening, reading and explaining to editors and assistants.",
    "demo": "Read a small bundled archive.",
    "import": "Add archives of replies to a ledger.",
    "recheck": "Compare what an archive recorded with what its replies say.",
    "write-back": "Write corrected readings back to the tool of an archive.",
    "ledger": "Show, find, check and export what a ledger holds.",
    "diff": "Compare two contracts on the replies of a ledger.",
    "compare": "Compare two arms of a ledger that were read alike.",
    "measure": "Make numbers of readings, with intervals and bounds.",
    "pilot": "Say whether a pilot allows the big run.",
    "audit": "Find out what a parser does to replies whose reading is known.",
    "cases": "Write replies with known readings, built from a contract.",
}
"""Command → its one line of help, so that `oyez --help` loads no command."""


class LazyGroup(click.Group):
    """Imports a command's module when the command is called, and turns errors into exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command = import_module(f"oyez.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and exit with 0, 1 (a gate fell short), 2 (usage, unreadable input), 3 (refused) or 130."""
        extra["standalone_mode"] = False
        extra.setdefault("prog_name", "oyez")
        try:
            ends.open_streams()
            with ends.stopping():
                code = super().main(*args, **extra)
        except click.ClickException as fault:
            ends.show(fault)
            code = fault.exit_code
        except (Exception, KeyboardInterrupt) as fault:
            code = ends.end(fault)
        sys.exit(code if isinstance(code, int) else 0)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options of `oyez` itself, which may print the help."""
        with _ending():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command, which returns its exit code or nothing."""
        with _ending():
            code = super().invoke(ctx)
            sys.stdout.flush()
        return code


@contextmanager
def _ending() -> Iterator[None]:
    """Turn whatever ends the block into an exit code, before click gives it one of its own."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit):
        raise
    except (Exception, KeyboardInterrupt) as fault:
        raise click.exceptions.Exit(ends.end(fault)) from fault


@click.group("oyez", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="oyez", message="%(prog)s %(version)s")
def main() -> None:
    """Read what an AI judge wrote, and say plainly where it could not be read.

    A contract says what a judge promised to write; `oyez read` reads an archive of replies under it. Every reply
    ends in a status: a verdict with its place in the text, or the reason why there is none.
    """
