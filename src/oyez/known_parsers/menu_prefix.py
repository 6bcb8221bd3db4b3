"""Menu prefix: what follows the first key is cut to the first allowed word that it begins with."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import keyed, prefix_label


def _read(text: str, menu: Menu) -> Value:
    first = next(keyed(text, menu.key), None)
    return None if first is None else prefix_label(text, first.end(), menu.labels)


PARSER = KnownParser(
    name="menu-prefix",
    about="The first key decides: the allowed word that the rest begins with, so that a menu is its first entry.",
    tool="any",
    source="a split at the key and str.startswith",
    rule=_read,
    menu=Menu(key="GRADE", labels=("C", "P", "I")),
)
