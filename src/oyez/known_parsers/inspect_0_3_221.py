"""Inspect's graded scorers from 0.3.221 to 0.3.244: the last grade, incorrect without one."""

from oyez.known_parsers._inspect import last_grade
from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    return last_grade(text) or "I"


PARSER = KnownParser(
    name="inspect-0.3.221",
    about="C, P or I after the last GRADE:, also where it begins a word; without one the answer is incorrect.",
    tool="inspect_ai",
    source="model_graded_qa of inspect_ai 0.3.244",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    since="0.3.221",
    before="0.3.245",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
)
