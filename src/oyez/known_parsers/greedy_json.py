"""Greedy JSON: everything from the first brace to the last is one object, or there is none."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import json_value, outer_object


def _read(text: str, menu: Menu) -> Value:
    found = json_value(outer_object(text) or "")
    return found.get(menu.key or "score") if isinstance(found, dict) else None


PARSER = KnownParser(
    name="greedy-json",
    about="The text from the first { to the last } as one JSON object; the last of two equal keys wins.",
    tool="any",
    source="re.search(r'\\{.*\\}', text, re.DOTALL) and json.loads",
    rule=_read,
    menu=Menu(key="score"),
)
