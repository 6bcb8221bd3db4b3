"""Inspect's graded scorers from 0.3.221 to 0.3.241: the last grade as written, incorrect without one."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value

_GRADE = re.compile(r"GRADE\s*:\s*([CPI])", re.IGNORECASE)


def _read(text: str, _: Menu) -> Value:
    found = _GRADE.findall(text)
    return found[-1] if found else "I"


PARSER = KnownParser(
    name="inspect-0.3.221",
    about="C, P or I, as written, after the last GRADE:, also that of DOWNGRADE: Pending; else incorrect.",
    tool="inspect_ai",
    source="model_graded_qa of inspect_ai 0.3.241",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    since="0.3.221",
    before="0.3.242",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
    checked="its pattern compared with those in inspect_ai 0.3.221, 0.3.236 and 0.3.241 on 20,000 generated replies",
)
