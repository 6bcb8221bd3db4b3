"""Inspect's graded scorers from 0.3.245 to 0.3.258: the last grade, unscored without one."""

from oyez.known_parsers._inspect import last_grade
from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, _: Menu) -> Value:
    return last_grade(text)


PARSER = KnownParser(
    name="inspect-0.3.245",
    about="C, P or I after the last GRADE:, also one not offered and also where it begins a word; else unscored.",
    tool="inspect_ai",
    source="model_graded_qa of inspect_ai 0.3.258",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
    since="0.3.245",
    before="0.3.259",
    checked="its pattern compared with those in inspect_ai 0.3.245, 0.3.258 and 0.3.285 on 20,000 generated replies",
    recorded_as=("inspect_ai/model_graded_qa", "inspect_ai/model_graded_fact"),
)
