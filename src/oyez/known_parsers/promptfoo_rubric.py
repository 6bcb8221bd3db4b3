"""promptfoo llm-rubric: the first JSON object decides, and one that does not say fails passes."""

from oyez.known_parsers._parser import KnownParser, Menu, Value
from oyez.known_parsers._scan import first_object


def _read(text: str, _: Menu) -> Value:
    found = first_object(text)
    if found is None:
        return None
    said = found.get("pass")
    return True if said is None else bool(said)


PARSER = KnownParser(
    name="promptfoo-rubric",
    about="The first JSON object in the reply; a missing pass counts as true.",
    tool="promptfoo",
    source="the assertion llm-rubric of promptfoo 0.123.1",
    rule=_read,
    recorded_as=("promptfoo/llm-rubric",),
    checked="agrees with promptfoo 0.123.1 on three scripted replies: plain, without pass, and with two objects",
)
