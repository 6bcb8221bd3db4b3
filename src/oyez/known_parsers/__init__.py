"""Rules by which other tools turn a judge's reply into a value: to compare with, never to read by."""

from oyez.core.registry import Registry
from oyez.known_parsers._parser import KnownParser, Menu, Value

KNOWN_PARSERS = Registry("oyez.known_parsers", "PARSER", KnownParser)
"""All known parsers, built in and from other packages (entry points in the group `oyez.known_parsers`)."""

__all__ = ["KNOWN_PARSERS", "KnownParser", "Menu", "Value", "parser_of"]


def parser_of(recorded_as: str | None, version: str | None) -> KnownParser | None:
    """The rule that gave a recorded value, by its `parser` and the tool's version; `None` if it is not known."""
    named = [each for each in KNOWN_PARSERS if recorded_as in each.recorded_as]
    found = named if len(named) == 1 else [each for each in named if each.serves(version)]
    return found[0] if len(found) == 1 else None
