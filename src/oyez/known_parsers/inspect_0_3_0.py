"""Inspect's graded scorers before 0.3.221: the first grade of the last line, incorrect without one."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value

_GRADE = re.compile(r"GRADE\s*:\s*([CPI])[^\n]*\n?\Z", re.IGNORECASE)


def _read(text: str, _: Menu) -> Value:
    found = _GRADE.search(text)
    return found.group(1) if found else "I"


PARSER = KnownParser(
    name="inspect-0.3.0",
    about="The first GRADE: with C, P or I on the last line, as written; without one the answer is incorrect.",
    tool="inspect_ai",
    source="model_graded_qa of inspect_ai 0.3.220",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    before="0.3.221",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
    checked="its pattern compared with those in inspect_ai 0.3.30, 0.3.120 and 0.3.220 on 20,000 generated replies",
)
