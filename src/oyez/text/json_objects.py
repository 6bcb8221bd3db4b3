"""Finding JSON objects in text: those that start a line, and the one that ends the text.

An object is looked for where `{` is the first character of a line that is not space. Braces in the
middle of a line are prose, except for an object that ends the text.
"""

from __future__ import annotations

import re

import msgspec

from oyez.text.json_node import Fault, Node
from oyez.text.json_scan import scan
from oyez.text.space import SPACES

_LINE_BRACE = re.compile(rf"^{SPACES}\{{", re.MULTILINE)


class Objects(msgspec.Struct, frozen=True):
    """The objects of a text, in order."""

    at_lines: tuple[Node, ...] = ()
    """Objects that start a line."""
    ending: Node | None = None
    """An object in the middle of a line that ends the text."""
    fault: Fault | None = None
    """Why an object that starts a line is broken; then no object counts."""
    fault_start: int = 0
    """Where the broken object begins."""
    mended: bool = False
    """Whether the lenient scan was needed for any of them."""

    @property
    def all(self) -> tuple[Node, ...]:
        """All of them, in the order of the text."""
        return self.at_lines if self.ending is None else (*self.at_lines, self.ending)


def find_objects(text: str, *, lenient: bool = False, shown: str | None = None) -> Objects:
    """Find the objects of a text; with `lenient`, each that fails is scanned leniently once more.

    `shown` is the same stretch with nothing blanked: a lenient object may not hold blanked text, since
    its strings could.
    """
    nodes: list[Node] = []
    at, mended = 0, False
    while (match := _LINE_BRACE.search(text, at)) is not None:
        start = match.end() - 1
        node = scan(text, start)
        if isinstance(node, Fault) and lenient:
            mild = scan(text, start, mild=True)
            if not isinstance(mild, Fault) and _same(text, shown, start, mild.end):
                node, mended = mild, True
        if isinstance(node, Fault):
            return Objects(tuple(nodes), None, node, start, mended)
        nodes.append(node)
        at = node.end
    return Objects(tuple(nodes), ending_object(text, nodes[-1].end if nodes else 0), mended=mended)


def _same(text: str, shown: str | None, start: int, end: int) -> bool:
    return shown is None or text[start:end] == shown[start:end]


def ending_object(text: str, floor: int) -> Node | None:
    """The object that ends the text and begins at or after `floor`, or `None`.

    Inside a valid object every quotation mark without a backslash before it begins or ends a
    string, so counting braces backwards outside strings leads to the one place where it can begin.
    """
    size = len(text.rstrip())
    if size <= floor or text[size - 1] != "}":
        return None
    start = _matching_brace(text, floor, size)
    node = scan(text, start) if start is not None else None
    if start is None or not isinstance(node, Node) or node.end != size:
        return None
    return None if _left_open(text, floor, start) else node


def _left_open(text: str, floor: int, end: int) -> bool:
    """Whether an object that begins before `end` is cut off at the very end: what ends the text is its inside."""
    at = text.find("{", floor, end)
    hopeless: set[int] = set()
    while at >= 0:
        node = None if at in hopeless else scan(text, at)
        if isinstance(node, Fault):
            if node.at_end:
                return True
            hopeless.update(open_node.start for open_node in node.open)
        at = text.find("{", node.end if isinstance(node, Node) else at + 1, end)
    return False


def _matching_brace(text: str, floor: int, end: int) -> int | None:
    """Where the brace stands that the one before `end` closes, scanning backwards."""
    depth, in_string = 0, False
    places = {char: text.rfind(char, floor, end) for char in '"{}'}
    while (at := max(places.values())) >= 0:
        char = text[at]
        places[char] = text.rfind(char, floor, at)
        if char == '"':
            in_string ^= not _escaped(text, at, floor)
        elif not in_string:
            depth += 1 if char == "}" else -1
            if depth == 0:
                return at
    return None


def _escaped(text: str, at: int, floor: int) -> bool:
    """Whether an odd number of backslashes stands right before `at`."""
    start = at
    while start > floor and text[start - 1] == "\\":
        start -= 1
    return (at - start) % 2 == 1


def inline_objects(text: str, spans: list[tuple[int, int]]) -> list[Node]:
    """The outermost valid objects that begin inside the spans (in order, apart), wherever on a line.

    An opening brace that a failed scan passed through as structure fails with it and is not tried
    again, so the work stays linear.
    """
    found: list[Node] = []
    for start, end in spans:
        at = text.find("{", start, end)
        hopeless: set[int] = set()
        while at >= 0:
            node = None if at in hopeless else scan(text, at)
            if isinstance(node, Fault):
                hopeless.update(open_node.start for open_node in node.open)
            elif node is not None:
                found.append(node)
            at = text.find("{", node.end if isinstance(node, Node) else at + 1, end)
    return found
