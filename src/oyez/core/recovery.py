"""The signatures of the two kinds of recovery: of a value, and of a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form
from oyez.core.region import Region
from oyez.core.scale import Scale
from oyez.core.value import JsonValue, Value


class Held(msgspec.Struct, frozen=True):
    """A value under repair."""

    text: str
    """The text, the content of a JSON string, or the token of a JSON number."""
    kind: str
    """`text`, or the kind of the JSON value."""
    marks: str = ""
    """Emphasis that was opened before the label and may end the value."""

    def value(self) -> Value | None:
        """The value as a scale takes it; `None` where only text and simple JSON values can be repaired."""
        if self.kind == "text":
            return self.text
        return JsonValue("string", self.text, "") if self.kind == "string" else None


def anything(_: Scale) -> bool:
    """Serves every scale."""
    return True


def not_text(scale: Scale) -> bool:
    """Serves every scale that does not take any text as it is."""
    return not scale.free


def numbers(scale: Scale) -> bool:
    """Serves the scales of single numbers."""
    return scale.numeric


def labels(scale: Scale) -> bool:
    """Serves labels and preferences."""
    return scale.labelled


class Example(msgspec.Struct, frozen=True):
    """A recovery at work: shown on its page, and run as a test."""

    contract: dict[str, Any]
    """A contract that names no recovery; the one shown is added."""
    reply: str
    """What it recovers."""
    twin: str
    """A reply much like it, from which nothing may be recovered."""


class ValueRule(msgspec.Struct, frozen=True):
    """A recovery that rewrites a value which is off the scale, wherever it was found."""

    name: str
    order: int
    """Its place in the table of READING §7: names are joined in this order."""
    rewrite: Callable[[Held, Scale], Held | None]
    """The value with one defect taken off; `None` where the rule does not apply."""
    serves: Callable[[Scale], bool] = not_text
    """The scales that it works on."""
    safe: bool = True
    """Whether `recover = "safe"` includes it."""
    example: Example | None = None
    """The recovery at work; every built-in one has an example."""


class Place(msgspec.Struct, frozen=True):
    """Where a place recovery looks."""

    region: Region
    form: Form
    ask: Ask
    also: frozenset[str]
    """The other recoveries that the contract names; `lenient-json` and `next-line` may follow some."""


class Hit(msgspec.Struct, frozen=True):
    """A candidate that a place recovery found."""

    candidate: Candidate
    names: tuple[str, ...]
    """The place recoveries it took: one, or one and its follower."""
    must_fit: bool = False
    """Whether it is a candidate only if it is on the scale."""


class Hits(msgspec.Struct, frozen=True):
    """All that a place recovery found."""

    hits: tuple[Hit, ...] = ()
    broken: tuple[Broken, ...] = ()
    within: Region | None = None
    """The region that was read strictly in place of the reply's own, dissent included."""

    @staticmethod
    def of(found: Found, *names: str, within: Region | None = None) -> Hits:
        """All that a form found, under the names of recoveries; broken places go with it, for they may decide."""
        return Hits(tuple(Hit(one, names) for one in found.candidates), found.broken, within)


NO_HITS = Hits()


class PlaceRule(msgspec.Struct, frozen=True):
    """A recovery that looks where the form itself does not."""

    name: str
    order: int
    """Its place in the order of READING §7: the first of several that agree names the rule."""
    find: Callable[[Place], Hits]
    forms: tuple[str, ...] = ()
    """The forms that it serves; empty for all."""
    serves: Callable[[Scale], bool] = anything
    """The scales that it works on."""
    whole_line: bool = False
    """Whether it takes a whole line: then it serves the verdict field only, never text and json."""
    safe: bool = True
    """Whether `recover = "safe"` includes it."""
    example: Example | None = None
    """The recovery at work; every built-in one has an example."""
    lifts: bool = True
    """Whether value recoveries may act on what it finds."""
    cut: bool = False
    """Whether it may work on a truncated reply without `recover_truncated`."""


Recovery = ValueRule | PlaceRule
