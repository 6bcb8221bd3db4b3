"""Trailing number: the last number anywhere in the reply."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import NUMBER, number


def _read(text: str, _: Menu) -> Value:
    found = NUMBER.findall(text)
    return number(found[-1]) if found else None


PARSER = KnownParser(
    name="trailing-number",
    about="The last number anywhere in the reply, whatever it counts.",
    tool="any",
    source="re.findall for digits and [-1]",
    rule=_read,
)
