"""Inspect's graded scorers from 0.3.242 to 0.3.244: the last grade in capitals, incorrect without one."""

from oyez.known_parsers._inspect import last_grade
from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    return last_grade(text) or "I"


PARSER = KnownParser(
    name="inspect-0.3.242",
    about="C, P or I after the last word GRADE and a colon, also where it begins a word; else the answer is incorrect.",
    tool="inspect_ai",
    source="model_graded_qa of inspect_ai 0.3.244",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    since="0.3.242",
    before="0.3.245",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
    checked="its pattern compared with those in inspect_ai 0.3.242, 0.3.243 and 0.3.244 on 20,000 generated replies",
)
