"""DeepEval's JSON reader: greedy braces, a missing last brace added, trailing commas dropped, no bounds."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import json_value, outer_object


def _read(text: str, menu: Menu) -> Value:
    closed = text if "}" in text else text + "}"
    found = json_value(_object(closed))
    if found is None:
        found = json_value(re.sub(r",\s*([\]}])", r"\1", _object(closed)))
    return found.get(menu.key or "score") if isinstance(found, dict) else None


def _object(text: str) -> str:
    return outer_object(text) or ""


PARSER = KnownParser(
    name="deepeval-json",
    about="From the first { to the last }, one } added if there is none, trailing commas dropped; no bounds.",
    tool="deepeval",
    source="the JSON reader of deepeval 4.3.1",
    rule=_read,
    menu=Menu(key="score"),
    checked="compared with the function of deepeval 4.3.1 on 20,000 generated replies",
)
