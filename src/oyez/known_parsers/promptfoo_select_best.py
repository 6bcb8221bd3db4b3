"""promptfoo select-best: the first digits anywhere in the reply are the index of the best output."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import number


def _read(text: str, _: Menu) -> Value:
    found = re.search(r"[0-9]+", text)
    return number(found.group()) if found else None


PARSER = KnownParser(
    name="promptfoo-select-best",
    about="The first run of digits anywhere in the reply is the index of the output that won.",
    tool="promptfoo",
    source="the assertion select-best of promptfoo 0.123.1",
    rule=_read,
    recorded_as=("promptfoo/select-best",),
)
