"""Inspect's graded scorers since 0.3.259: the last grade, and only if it was on the menu."""

import re

from oyez.known_parsers._inspect import SPACE, WORDS
from oyez.known_parsers._parser import KnownParser, Menu, Value

_GRADE = re.compile(
    rf"(?<!\w)GRADE(?=(?!\w){SPACE}:{SPACE}(\w*))", re.IGNORECASE
)  # `GRADE: GRADE: C` holds two


def _read(text: str, menu: Menu) -> Value:
    words = _GRADE.findall(text)
    last = words[-1].lower() if words else ""
    grade = WORDS.get(last, last.upper() if len(last) == 1 else None)
    return grade if grade in menu.labels else None


PARSER = KnownParser(
    name="inspect-0.3.259",
    about="The word after the last GRADE: a letter or correct, incorrect, partial, if it was offered; else unscored.",
    tool="inspect_ai",
    source="model_graded_qa with its own instructions, inspect_ai 0.3.285",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    since="0.3.259",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
    checked="compared with inspect_ai 0.3.285 on 20,000 generated replies, and on logs that it wrote",
)
