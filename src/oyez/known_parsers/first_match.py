"""First match: the first place where the key and an allowed word stand, anywhere in the reply."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import keyed, prefix_label


def _read(text: str, menu: Menu) -> Value:
    for match in keyed(text, menu.key):
        label = prefix_label(text, match.end(), menu.labels)
        if label is not None:
            return label
    return None


PARSER = KnownParser(
    name="first-match",
    about="The first place where the key, a colon and an allowed word stand; text after the word is not looked at.",
    tool="any",
    source="a regular expression with re.search, as in the verdict parser of LeanScreen before its repair",
    rule=_read,
    menu=Menu(key="VERDICT", labels=("FAITHFUL", "MISMATCH", "UNCLEAR")),
)
