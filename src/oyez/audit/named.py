"""A parser from how it is named on the command line."""

from __future__ import annotations

import os
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from oyez.audit.command import Command
from oyez.audit.subject import Known, Oyez, Subject
from oyez.audit.worker import Limits, Worker
from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.known_parsers import KNOWN_PARSERS

_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A regular expression as a parser."""

    pattern: str
    group: str | None = None
    """Name or number; the first group, or the whole match, where it is not given."""
    pick: str = "first"
    """`first`, `last` or `only`."""

    def spec(self) -> dict[str, Any]:
        """What the worker is told. Raises `InputError` for a pattern that is none, or that lacks the group."""
        try:
            found = re.compile(self.pattern)
        except re.error as fault:
            raise InputError(f"not a regular expression: {fault}") from fault
        group: Any = self.group
        if group is not None and group.isdecimal():
            group = int(group)
        there = found.groupindex if isinstance(group, str) else range(found.groups + 1)
        if group is not None and group not in there:
            raise InputError(f"the regular expression has no group {self.group}")
        return {"kind": "regex", "pattern": self.pattern, "group": group, "pick": self.pick}


def named(
    parser: str | None,
    contract: Contract,
    *,
    pattern: Pattern | None = None,
    limits: Limits | None = None,
    stop: bool = False,
    python: str | None = None,
) -> Subject:
    """The parser: `module:function`, `known:NAME`, the name of a known parser, `oyez`, or a command.

    Raises `InputError` for one that cannot be found.
    """
    bounds = limits or Limits()
    if pattern is not None:
        return Worker(f"regex {pattern.pattern}", pattern.spec(), bounds)
    if parser is None:
        raise InputError("name a parser, or give --regex")
    if parser == "oyez":
        return Oyez(contract)
    found = KNOWN_PARSERS.get(parser.removeprefix("known:"))
    if found is not None:
        return Known(found, contract)
    if parser.startswith("known:"):
        raise InputError(f"no known parser {parser[6:]!r}; there are: {', '.join(KNOWN_PARSERS.built_in)}")
    _no_file(parser)
    if _FUNCTION.fullmatch(parser):
        return Worker(parser, function_spec(parser), bounds, stop=stop, python=python)
    return _command(parser, bounds)


def _no_file(parser: str) -> None:
    """Raises `InputError` for `file.py:function`, and for `module.function` that was meant as `module:function`."""
    found = re.fullmatch(r"(?:\./)?([\w./]+)\.py:([\w.]+)", parser)
    if found:
        module = found[1].replace("/", ".")
        raise InputError(f"{parser}: name the module, not its file: {module}:{found[2]}")


def function_spec(name: str) -> dict[str, Any]:
    """What the worker is told for `module:function`, looked for from the working directory."""
    module, _, function = name.partition(":")
    return {"kind": "function", "module": module, "name": function, "path": _here()}


def _here() -> list[str]:
    with suppress(OSError):
        return [os.getcwd()]
    return []


def _command(parser: str, limits: Limits) -> Command:
    try:
        argv = shlex.split(parser)
    except ValueError as fault:
        raise InputError(f"{parser}: {fault}") from fault
    if not argv or not _runs(argv[0]):
        raise InputError(
            f"{parser}: no known parser, no module:function, and no command of that name; known parsers: "
            f"{', '.join(KNOWN_PARSERS.built_in)}"
        )
    return Command(argv, limits)


def _runs(program: str) -> bool:
    import shutil

    return shutil.which(program) is not None or Path(program) == Path(sys.executable)
