"""Trailing integer: the last line, if it is a whole number and nothing else."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import number

_ONLY = re.compile(r"-?\d+")


def _read(text: str, menu: Menu) -> Value:
    lines = text.strip().splitlines()
    if not lines or not _ONLY.fullmatch(lines[-1].strip()):
        return None
    value = number(lines[-1].strip())
    low, high = menu.low, menu.high
    return value if (low is None or low <= value) and (high is None or value <= high) else None


PARSER = KnownParser(
    name="trailing-integer",
    about="The last line that is not blank, if it is a whole number in range and nothing else.",
    tool="any",
    source="a fall-back for judges that reason first and end with a bare score",
    rule=_read,
    menu=Menu(low=0, high=100),
)
