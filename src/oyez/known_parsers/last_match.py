"""Last match: the last place where the key and an allowed word stand, anywhere in the reply."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import keyed, prefix_label


def _read(text: str, menu: Menu) -> Value:
    found = (prefix_label(text, match.end(), menu.labels) for match in keyed(text, menu.key))
    return next(reversed([label for label in found if label is not None]), None)


PARSER = KnownParser(
    name="last-match",
    about="The last place where the key, a colon and an allowed word stand; text after the word is not looked at.",
    tool="any",
    source="a regular expression with re.findall and [-1]",
    rule=_read,
    menu=Menu(key="VERDICT", labels=("FAITHFUL", "MISMATCH", "UNCLEAR")),
)
