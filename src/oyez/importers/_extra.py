"""Packages that only some formats need, imported where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from oyez.core.errors import InputError


def need(module: str, extra: str, what: str) -> Any:
    """The module `module`; without it, `InputError` with the one command that installs it."""
    try:
        return import_module(module)
    except ImportError as fault:
        raise InputError(
            f"{what} needs a package that is not installed: pip install 'oyez[{extra}]'"
        ) from fault
