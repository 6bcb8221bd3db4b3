"""Single-bracket fall-back: the first double-bracketed word, else the first one in single brackets."""

import re

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, menu: Menu) -> Value:
    for opening, closing in (("[[", "]]"), ("[", "]")):
        pattern = rf"{re.escape(opening)}([^\[\]\n]+){re.escape(closing)}"
        for word in re.findall(pattern, text):
            if word.strip().lower() in {label.lower() for label in menu.labels}:
                return next(label for label in menu.labels if label.lower() == word.strip().lower())
    return None


PARSER = KnownParser(
    name="single-bracket",
    about="The first allowed word in double brackets; without one, the first in single brackets, even a citation.",
    tool="any",
    source="two patterns tried in turn",
    rule=_read,
    menu=Menu(labels=("A", "B", "C")),
)
