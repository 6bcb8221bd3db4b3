"""First number: the first number anywhere in the reply, brought into range."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import NUMBER, number


def _read(text: str, menu: Menu) -> Value:
    found = NUMBER.search(text)
    if found is None:
        return None
    value = number(found.group())
    if menu.low is not None and value < menu.low:
        return menu.low
    return menu.high if menu.high is not None and value > menu.high else value


PARSER = KnownParser(
    name="first-number",
    about="The first number anywhere in the reply; one outside the range is set to the nearer bound.",
    tool="any",
    source="re.search for digits, then max(low, min(high, value))",
    rule=_read,
    menu=Menu(low=0, high=100),
)
