"""MT-Bench ratings: the first number in double brackets, else the first in single ones."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import number


def _read(text: str, _: Menu) -> Value:
    for pattern in (r"\[\[(\d+\.?\d*)\]\]", r"\[(\d+\.?\d*)\]"):
        found = re.search(pattern, text)
        if found:
            return number(found.group(1))
    return -1


PARSER = KnownParser(
    name="mt-bench-rating",
    about="The first number in double brackets, else the first in single brackets, of any size; -1 without one.",
    tool="fastchat",
    source="the single-answer judge of FastChat's MT-Bench",
    rule=_read,
    menu=Menu(low=1, high=10),
    recorded_as=("mt-bench/rating",),
)
