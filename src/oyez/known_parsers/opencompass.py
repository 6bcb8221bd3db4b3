"""OpenCompass's generic judge: the first capital A or B anywhere in the reply."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    found = re.search("[AB]", text)
    return found.group() if found else None


PARSER = KnownParser(
    name="opencompass",
    about="The first capital A or B anywhere in the reply, also at the beginning of a word.",
    tool="opencompass",
    source="the generic LLM evaluator of OpenCompass 0.5.4",
    rule=_read,
    menu=Menu(labels=("A", "B")),
)
