"""MT-Bench pairs: [[A]] anywhere wins over [[B]] anywhere, and both over [[C]]."""

from oyez.known_parsers._parser import KnownParser, Menu, Value


def _read(text: str, menu: Menu) -> Value:
    return next((label for label in menu.labels if f"[[{label}]]" in text), None)


PARSER = KnownParser(
    name="mt-bench-pair",
    about="A if [[A]] occurs anywhere, else B if [[B]] does, else C for a tie; otherwise an error.",
    tool="fastchat",
    source="the pairwise judge of FastChat's MT-Bench",
    rule=_read,
    menu=Menu(labels=("A", "B", "C")),
    recorded_as=("mt-bench/pair",),
)
