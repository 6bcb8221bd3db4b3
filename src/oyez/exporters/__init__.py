"""Puts corrected readings back where a team looks at them; never overwrites what is there."""

from oyez.core.registry import Registry
from oyez.exporters._exporter import Exporter, Reread, WriteBack, Written, account, explanation, reread
from oyez.exporters._send import send

EXPORTERS = Registry(
    "oyez.exporters",
    "EXPORTER",
    Exporter,  # type: ignore[type-abstract]  # the registry asks isinstance only
)
"""All exporters, built in and from other packages (entry points in the group `oyez.exporters`)."""

__all__ = [
    "EXPORTERS",
    "Exporter",
    "Reread",
    "WriteBack",
    "Written",
    "account",
    "explanation",
    "reread",
    "send",
]
