"""What the audit found: how an answer stands to the known reading, and findings of one kind together."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from oyez.audit.answer import Answer, End, Meant, Reckoning, Usual, excused, meant
from oyez.core.value import same
from oyez.probes import FAMILIES, Kit, Probe


class Kind(StrEnum):
    """How an answer stands to the known reading."""

    AGREES = "agrees"
    """The known verdict; or none, where none is there or none may be given."""
    SILENT = "silently wrong"
    """Another verdict than the one that is there."""
    INVENTED = "invented"
    """A verdict where there is none."""
    DROPPED = "dropped"
    """No verdict where one must be read."""
    CRASHED = "crashed"
    HUNG = "hung"

    @property
    def key(self) -> str:
        """Its name as an option and in JSON: `silent` for `silently wrong`."""
        return "silent" if self is Kind.SILENT else self.value


FAULTS = tuple(kind for kind in Kind if kind is not Kind.AGREES)
ABSTAINING = "abstaining"
"""In place of a family: a word for abstaining given for replies that hold no verdict, whatever the family."""
DEFAULT = "default-verdict"
"""In place of a family: a verdict given whenever nothing is found."""


FOUND_NOTHING = Usual()


class Judged(msgspec.Struct, frozen=True):
    """One answer, judged."""

    kind: Kind
    given: Any = None
    """What it gave, in the words of the scale where it is on it."""
    group: str | None = None
    """`ABSTAINING` or `DEFAULT` where that is what it is; else the family says it."""


def judge(
    kit: Kit, probe: Probe, answer: Answer, reckoning: Reckoning, usual: Usual = FOUND_NOTHING
) -> Judged:
    """How an answer stands to the reading that is known.

    `usual` is what the parser gives for replies that hold nothing: where that is a word for abstaining, it is no
    verdict that the parser found anywhere.
    """
    if answer.end is End.HUNG:
        return Judged(Kind.HUNG)
    if answer.end is End.CRASHED or (answer.end is End.RAISED and not excused(answer, reckoning.raises)):
        return Judged(Kind.CRASHED)
    return _by_value(kit, probe, answer, meant(answer, reckoning, kit.scale, kit.parts), usual)


def _by_value(kit: Kit, probe: Probe, answer: Answer, said: Meant, usual: Usual) -> Judged:
    known = probe.known
    due = known.due(kit.given.fields[kit.field.name].recover)
    if said.nothing:
        return Judged(Kind.DROPPED if due else Kind.AGREES)
    given = said.verdict if said.on_scale else answer.value
    if known.has and agrees(kit, known.verdict, given):
        return Judged(Kind.AGREES, given)
    by_default = usual.known and same(answer.value, usual.value)
    abstained = by_default and isinstance(said.verdict, str) and said.verdict in kit.scale.abstain
    if abstained and known.has:
        return Judged(Kind.DROPPED if due else Kind.AGREES, given)
    group = ABSTAINING if abstained else DEFAULT if by_default else None
    return Judged(Kind.SILENT if known.has else Kind.INVENTED, given, group)


def agrees(kit: Kit, known: Any, given: Any) -> bool:
    """Whether a value is the known verdict; of an object of fields only the one counts that the probes vary."""
    if kit.contract.verdict != "*" or not isinstance(known, dict):
        return same(known, given)
    varied = kit.field.name
    return same(known.get(varied), given.get(varied) if isinstance(given, dict) else given)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """All replies of one family that came to one kind of fault."""

    family: str
    kind: Kind
    count: int
    """How many replies."""
    tried: int
    """How many replies of the family were tried."""
    reply: str
    """The shortest failing reply that was found."""
    stop: str | None = None
    known: Any = None
    """The verdict that it says; `None` for none."""
    has: bool = False
    """Whether it says one."""
    gave: Any = None
    """What the parser gave for it."""
    said: str = ""
    """The exception, or how the process died."""
    span: tuple[int, int] | None = None
    """Where in the reply what it gave seems to come from."""
    directions: dict[str, int] = {}
    """What it favoured → how often."""
    variants: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The fault in plain words."""
        return sentence(self.family, self.kind, self.gave)

    @property
    def disputed(self) -> str | None:
        """Why reasonable people may disagree, where they may."""
        family = FAMILIES.get(self.family)
        return None if family is None else family.disputed


def sentence(name: str, kind: Kind, gave: Any = None) -> str:
    """What a parser does that has a finding of this family and kind."""
    if name == ABSTAINING:
        return (
            f"It gives {gave!r} for replies that it cannot read, and a judge who is unsure says {gave!r} too: "
            "the two cannot be told apart afterwards."
        )
    if name == DEFAULT:
        return f"It gives {gave!r} whenever it finds nothing: a default that looks like a verdict."
    family = FAMILIES.get(name)
    assert family is not None
    does = {
        Kind.SILENT: family.wrong,
        Kind.INVENTED: family.invented,
        Kind.DROPPED: family.dropped,
        Kind.CRASHED: f"raises or dies on such replies. {family.about}",
        Kind.HUNG: f"does not end in time on such replies. {family.about}",
    }[kind]
    return f"It {does}" + ("" if does.endswith(".") else ".")
