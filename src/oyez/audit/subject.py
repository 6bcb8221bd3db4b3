"""What is audited: anything that turns a reply into a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from oyez.audit.answer import Answer, End
from oyez.contract import Contract
from oyez.core.reply import Reply
from oyez.known_parsers import KnownParser, Menu
from oyez.reader import read


class Subject(Protocol):
    """A parser under audit."""

    name: str
    """How it was named."""
    notes: list[str]
    """What the page must say of how it ran, such as `network not isolated`."""
    place: tuple[str, int] | None
    """The file and line where it is written, where known."""

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """What it gives for each reply, in order."""

    def close(self) -> None:
        """Let go of its process."""


class Called:
    """A Python function in this process: for one's own tests, without limits."""

    def __init__(self, function: Callable[..., Any], *, stop: bool = False, name: str | None = None) -> None:
        self.name = name or f"{function.__module__}:{getattr(function, '__qualname__', function)}"
        self.notes = ["run in this process, without limits"]
        code = getattr(function, "__code__", None)
        self.place = (code.co_filename, code.co_firstlineno) if code else None
        self._function = function
        self._stop = stop

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """Calls the function for each reply; an exception is an answer."""
        for reply in replies:
            yield self._one(reply)

    def _one(self, reply: Reply) -> Answer:
        arguments = (reply.text or "", reply.stop) if self._stop else (reply.text or "",)
        try:
            return Answer(End.VALUE, self._function(*arguments))
        except Exception as fault:  # whatever foreign code raises is what the audit is about
            names = tuple(cls.__name__ for cls in type(fault).__mro__ if cls not in (object, BaseException))
            return Answer(End.RAISED, said=f"{names[0]}: {fault}"[:500], raised=names)

    def close(self) -> None:
        """Nothing to let go of."""


class Known:
    """A known parser, filled in with the labels and the key of a contract."""

    def __init__(self, parser: KnownParser, contract: Contract) -> None:
        self.name = parser.name
        self.notes = [f"known parser: {parser.about}"]
        self.place: tuple[str, int] | None = None
        self._parser = parser
        self._menu = menu_of(parser, contract)

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """Its rule on each reply."""
        for reply in replies:
            yield Answer(End.VALUE, self._parser.read(reply.text or "", self._menu))

    def close(self) -> None:
        """Nothing to let go of."""


class Oyez:
    """oyez itself under a contract."""

    def __init__(self, contract: Contract) -> None:
        self.name = f"oyez, {contract.ref}"
        self.notes: list[str] = []
        self.place: tuple[str, int] | None = None
        self._contract = contract

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """The verdict of each reply, or nothing."""
        for reply in replies:
            reading = read(reply, self._contract)
            yield Answer(End.VALUE, reading.verdict if reading.ok else None)

    def close(self) -> None:
        """Nothing to let go of."""


def menu_of(parser: KnownParser, contract: Contract) -> Menu | None:
    """A general rule's labels, key and bounds from the contract; `None` for the rule of one tool."""
    if parser.tool != "any" or contract.verdict not in contract.fields:
        return None
    field = contract.fields[contract.verdict]
    form = field.forms[0]
    key = form.labels[0] if form.labels else form.path[-1] if form.path else parser.menu.key
    low, high = field.scale.bounds or (None, None)
    return Menu(labels=field.scale.labels, key=key, low=low, high=high)
