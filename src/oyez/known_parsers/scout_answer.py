"""Inspect Scout's scanners: the last ANSWER: after emphasis marks and backticks are taken out."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    plain = re.sub(r"[*_`]", "", text)
    found = re.findall(r"ANSWER\s*:[ \t]*([^\n]*)", plain, re.IGNORECASE)
    return found[-1].strip() or None if found else None


PARSER = KnownParser(
    name="scout-answer",
    about="The rest of the line after the last ANSWER:, all asterisks, underscores and backticks removed first.",
    tool="inspect_scout",
    source="the LLM scanner of Inspect Scout 0.6.2",
    rule=_read,
)
