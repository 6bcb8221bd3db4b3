"""Arena-Hard 2.0: the last bracketed run of the five characters, in double brackets, else in single ones."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    for pattern in (r"\[\[([AB<>=]+)\]\]", r"\[([AB<>=]+)\]"):
        found = re.findall(pattern, text.upper())
        if found:
            return found[-1]
    return None


PARSER = KnownParser(
    name="arena-hard-2.0",
    about="The last [[…]] made of A, B, <, >, = in the reply in capitals; without one, the last such […].",
    tool="arena-hard-auto",
    source="the judgment script of Arena-Hard-Auto 2.0",
    rule=_read,
    menu=Menu(labels=("A>>B", "A>B", "A=B", "B>A", "B>>A")),
    since="2.0",
    recorded_as=("arena-hard/2.0",),
)
