"""Arena-Hard 0.1: the run in double brackets, if all such runs in the reply are equal."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    found = set(re.findall(r"\[\[([AB<>=]+)\]\]", text))
    return found.pop() if len(found) == 1 else None


PARSER = KnownParser(
    name="arena-hard-0.1",
    about="The [[…]] made of A, B, <, > and =, if there is one and all of them are equal; capitals only.",
    tool="arena-hard-auto",
    source="the judgment script of Arena-Hard-Auto 0.1",
    rule=_read,
    menu=Menu(labels=("A>>B", "A>B", "A=B", "B>A", "B>>A")),
    before="2.0",
    recorded_as=("arena-hard/0.1",),
    checked="gives the recorded value of every game in the small files at hand",
)
