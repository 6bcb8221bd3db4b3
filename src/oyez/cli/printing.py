"""A table to the terminal: as text, as one JSON object, or as one JSON object a row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from oyez.core.errors import InputError


def print_table(
    lines: Callable[[], list[str]],
    tree: Callable[[], dict[str, Any]],
    rows: Callable[[], list[dict[str, Any]]],
    *,
    as_json: bool,
    as_jsonl: bool,
    to_stderr: bool = False,
) -> None:
    """Print the form that was asked for; with `to_stderr` beside rows that go to standard output."""
    from oyez.rows.reading import to_json_bytes

    if as_json:
        click.echo(to_json_bytes(tree()), nl=False, err=to_stderr)
    elif as_jsonl:
        for row in rows():
            click.echo(to_json_bytes(row), nl=False, err=to_stderr)
    else:
        click.echo("\n".join(lines()), err=to_stderr)


def check_forms(to: str | None, *, as_json: bool, as_jsonl: bool) -> None:
    """Raise for forms that exclude each other, and for a target that is no JSONL."""
    if as_json and as_jsonl:
        raise click.UsageError("--json and --jsonl exclude each other")
    if to is not None and to != "-" and Path(to).suffix.lower() not in (".jsonl", ".ndjson"):
        raise InputError(f"{to}: the ending must be .jsonl, or - for JSONL on standard output")
