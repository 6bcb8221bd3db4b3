"""Substring order: the first word of a list that occurs anywhere in the reply."""

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, menu: Menu) -> Value:
    lower = text.lower()
    return next((label for label in menu.labels if label.lower() in lower), None)


PARSER = KnownParser(
    name="substring-order",
    about="The first word of the list that occurs anywhere, even inside another word; the order of the list decides.",
    tool="any",
    source='if "yes" in text.lower(): … elif "no" in text.lower(): …',
    rule=_read,
    menu=Menu(labels=("yes", "no")),
)
