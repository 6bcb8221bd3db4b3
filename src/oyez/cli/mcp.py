"""`oyez mcp`: the tools screen, read and explain over the Model Context Protocol, on stdin and stdout."""

from __future__ import annotations

import click

from oyez.cli.screen_run import LEDGER


@click.command(short_help="Serve screening, reading and explaining to editors and assistants.")
@click.option("--ledger", default=LEDGER, show_default=True, help="Where replies and screenings are kept.")
@click.option("--judges", metavar="FILE", help="A TOML file of [judge.NAME] tables, as in a judging plan.")
@click.option("--replay", metavar="FILE", help="Recorded replies (a file or ledger) in place of all judges.")
@click.option(
    "--profile", "-p", "profiles", multiple=True, metavar="FILE", help="A profile that callers may name."
)
@click.option(
    "--commands", is_flag=True, help="Also run the programs of a profile, such as Lean, on callers' texts."
)
def command(
    ledger: str, judges: str | None, replay: str | None, profiles: tuple[str, ...], commands: bool
) -> None:
    """Serve screening, reading and explaining to editors and assistants, over stdin and stdout.

    Speaks the Model Context Protocol (extra `oyez[mcp]`). Callers name built-in profiles and those given here; they
    cannot make the server open a file of their choice. Programs of a profile are not run without --commands: Lean, for
    one, does whatever a text tells it to.
    """
    from pathlib import Path

    from oyez.core.errors import InputError
    from oyez.screening import load_profile
    from oyez.serving.mcp_server import server
    from oyez.serving.tools import Settings

    if replay is not None and not Path(replay).is_file():
        raise InputError(f"{replay}: there is no such file")
    for file in profiles or ("lean-faithfulness",):
        load_profile(file, judges, replay)  # a fault in a file is said now, and not to the first caller
    settings = Settings(ledger=ledger, judges=judges, replay=replay, profiles=profiles, commands=commands)
    server(settings).run("stdio")
