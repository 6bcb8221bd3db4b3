"""What the JSON forms share: which objects of a region are the contract's, and in which order they are tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from oyez.core.ask import Ask
from oyez.core.candidate import MISSING, Broken, Candidate, Found, Note
from oyez.core.form import Form
from oyez.core.region import Region
from oyez.core.value import JsonValue
from oyez.text.json_node import Fault, Node
from oyez.text.json_objects import Objects, find_objects, inline_objects
from oyez.text.json_path import At, follow
from oyez.text.json_scan import scan


class Placed(msgspec.Struct, frozen=True):
    """An object and where the text that it was scanned from begins in the reply."""

    node: Node
    base: int


class ObjectForm(Form, frozen=True, kw_only=True):
    """Base of the forms whose value stands in a JSON object; a subclass implements `take`."""

    around: str | None = None
    """`prose`: the judge was asked for prose and an object."""
    object: str = "only"
    """Which of several different objects counts: `only`, `last` or `first`."""

    @property
    def blocks(self) -> bool:
        """Every off-scale object blocks."""
        return True

    @property
    def picks(self) -> str | None:
        """The last or first object, where the contract says so."""
        return None if self.object == "only" else self.object

    @property
    def echoes(self) -> bool:
        """An object is never an echo of a prompt's line."""
        return False

    @property
    def site(self) -> str:
        """The object is the reply, or ends it."""
        return "object"

    @property
    def surroundings(self) -> str:
        """Whether other text may stand around the object, in words."""
        return ", with prose around it" if self.around else ""

    def take(self, at: At, placed: Placed, ask: Ask) -> Found:
        """The candidates that the value at the form's path makes."""
        raise TypeError(f"{type(self).__name__} takes nothing")

    def find(self, region: Region, ask: Ask) -> Found:
        """The contract's objects where the form itself allows them."""
        other = _array_or_null(region)
        if other is not None:
            return Found((other,))
        objects = objects_of(region)
        if objects.fault is not None:
            return Found(broken=(broken_object(objects, region.start),))
        if self.around == "prose":
            return self._in_prose(region, objects, ask)
        whole = only_whole(region, objects.at_lines)
        return self.take_all(shaped(whole, region.start, self, ask), ask)

    def _in_prose(self, region: Region, objects: Objects, ask: Ask) -> Found:
        own = shaped(objects.all, region.start, self, ask)
        if own:
            at_lines = shaped(objects.at_lines, region.start, self, ask)
            return (
                self.take_all(own, ask) if at_lines else self.take_all(alone(region, objects, self, ask), ask)
            )
        fenced, broken, _ = fenced_objects(region, self, ask, lenient=False)
        return Found(broken=broken) if broken else self.take_all(fenced, ask)

    def take_all(self, placed: Iterable[Placed], ask: Ask) -> Found:
        """The candidates of several objects, and a note for every key that is given twice.

        Where the last or first object counts, one that gives nothing is a gap: no other one takes its place.
        """
        found = []
        for one in placed:
            at = follow(one.node, self.path or ())
            taken = Found() if at is None else self.take(at, one, ask)
            if self.picks and not (taken.candidates or taken.broken):
                taken = Found(broken=(_gap(one),))
            found += [taken] if at is None else [taken, Found(notes=_repeats(one))]
        return Found.all(found)


def objects_of(region: Region, *, lenient: bool = False) -> Objects:
    """The objects of a region, scanned once however many fields and recoveries ask."""
    key = "lenient objects" if lenient else "objects"
    if key not in region.memo:
        shown = region.raw[region.start : region.start + len(region.text)] if lenient else None
        region.memo[key] = find_objects(region.text, lenient=lenient, shown=shown)
    found: Objects = region.memo[key]
    return found


def shaped(nodes: Iterable[Node], base: int, form: ObjectForm, ask: Ask) -> list[Placed]:
    """The objects in which a path of the contract's verdict exists."""
    paths = ask.shapes or (form.path or (),)
    return [Placed(node, base) for node in nodes if any(follow(node, path) is not None for path in paths)]


def alone(region: Region, objects: Objects, form: ObjectForm, ask: Ask) -> list[Placed]:
    """The object that ends the region, if it is the contract's only one anywhere in the region."""
    last = objects.all[-1] if objects.all else None
    if last is None or region.text[last.end :].strip():
        return []
    edges = [0, *(edge for node in objects.all for edge in (node.start, node.end))]
    others = inline_objects(region.text, list(zip(edges[::2], edges[1::2], strict=False)))
    own = shaped([*others, *objects.all], region.start, form, ask)
    return own if len(own) == 1 and own[0].node is last else []


def only_whole(region: Region, nodes: Sequence[Node]) -> Sequence[Node]:
    """The object with nothing but space around it, if there is one; beside another object none is."""
    if len(nodes) != 1:
        return ()
    start, end = region.strip(0, len(region.text))
    return nodes if (start - region.start, end - region.start) == (nodes[0].start, nodes[0].end) else ()


def fenced_objects(
    region: Region, form: ObjectForm, ask: Ask, *, lenient: bool
) -> tuple[list[Placed], tuple[Broken, ...], bool]:
    """The contract's objects inside the closed fences, broken places there, and whether one was mended."""
    placed: list[Placed] = []
    mended = False
    for fence in region.fences:
        inner = region.spoken[fence.inner_start : fence.inner_end]
        base = region.start + fence.inner_start
        objects = find_objects(inner, lenient=lenient, shown=region.raw[base : base + len(inner)])
        if objects.fault is not None:
            return [], (broken_object(objects, base, closed=True),), False
        mended = mended or objects.mended
        placed += shaped(objects.all, base, form, ask)
    return placed, (), mended


def broken_object(objects: Objects, base: int, *, closed: bool = False) -> Broken:
    """The broken place that stopped a search; inside a closed fence nothing can complete it."""
    fault = objects.fault
    assert fault is not None
    start = base + objects.fault_start
    message = f"{fault.message} at {base + fault.at}"
    return Broken(fault.code, message, start, max(start + 1, base + fault.at), fault.at_end and not closed)


def doubled(node: Node, placed: Placed, ask: Ask) -> bool:
    """Whether a key that counts inside the value is given twice with different values: no object can hold both."""
    keys = ask.scale.keys
    inside = (one for one in placed.node.repeats or () if node.start <= one.start < node.end)
    return any(one.differs and (keys is None or one.key in keys) for one in inside)


def json_candidate(value: JsonValue, node: Node, placed: Placed, **more: object) -> Candidate:
    """A candidate at the place of `node`, inside the object."""
    return Candidate(
        placed.base + node.start,
        placed.base + node.end,
        value,
        placed.base + placed.node.start,
        placed.base + placed.node.end,
        **more,  # type: ignore[arg-type]  # the few keywords of Candidate
    )


def _gap(placed: Placed) -> Broken:
    start, end = placed.base + placed.node.start, placed.base + placed.node.end
    return Broken(MISSING, "the object that counts has no value", start, end)


def _repeats(placed: Placed) -> tuple[Note, ...]:
    return tuple(
        Note(
            "duplicate_key",
            f"the key {repeat.key!r} is given twice",
            placed.base + repeat.start,
            placed.base + repeat.end,
        )
        for repeat in placed.node.repeats or ()
    )


def _array_or_null(region: Region) -> Candidate | None:
    """A region that is an array or null: a value of the wrong type."""
    start, end = region.strip(0, len(region.text))
    if not region.text.startswith(("[", "null"), start - region.start):
        return None
    node = scan(region.text, start - region.start)
    if isinstance(node, Fault) or node.end != end - region.start:
        return None
    return Candidate(start, end, node.value, start, end, fault="wrong_type")
