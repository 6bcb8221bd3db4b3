"""The contract and its fields, as frozen values."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from oyez.contract.faces import Faces
from oyez.core.ask import Ask
from oyez.core.canonical import canonical, digest
from oyez.core.form import Form
from oyez.core.recovery import PlaceRule, ValueRule
from oyez.core.scale import Scale
from oyez.recoveries import in_order

THINKING = ("think", "thinking", "thought", "reasoning")
"""The tags that are thinking unless a contract names its own."""

EVERY_FIELD = "*"
"""As `verdict`: the verdict is the object of all fields."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One value that a reply promises."""

    name: str
    forms: tuple[Form, ...]
    """Alternatives, all of them tried."""
    scale: Scale
    repeats: str = "agree"
    """`agree`, `forbid`, `last` or `first`."""
    recover: tuple[str, ...] = ()
    """Names of the recoveries, in the order of READING §7."""
    optional: bool = False
    """Whether a reply may do without it under `all_fields`."""

    def tree(self) -> dict[str, Any]:
        """What of it affects reading, defaults filled in."""
        return {
            "name": self.name,
            "form": [form.tree() for form in self.forms],
            "scale": self.scale.tree(),
            "repeats": self.repeats,
            "recover": list(self.recover),
            "optional": self.optional,
        }


class Contract(Faces, frozen=True, kw_only=True, dict=True, weakref=True):
    """What a judge was asked to write. Equal contracts have equal digests."""

    name: str
    version: int
    about: str = ""
    source: str = ""
    """Where the format comes from."""
    verdict: str
    """The field that is the reply's verdict, or `*` for the object of all fields."""
    fields: dict[str, Field]
    """In the order of the contract."""
    thinking: tuple[str, ...] = THINKING
    quoted: str = "aside"
    """`aside`, or `candidate`: quoted text competes."""
    dissent: str = "conflict"
    """`conflict`, or `ignore`: a weaker form that says otherwise is set aside."""
    recover_truncated: bool = False
    all_fields: bool = False
    placeholders: tuple[str, ...] = ()
    label: str | None = None
    ids: tuple[str, ...] | None = None
    partial: bool = False
    at_least: int | None = None
    cues: tuple[str, ...] = ()
    menus: str = "aside"
    """`aside`, or `candidate`: menus and placeholders are judged like any value."""
    cut: str | None = None
    """`value`: the output cap is the format, so a value that ends the reply is complete."""
    starts_after: str | None = None
    instructions: str | None = None
    """The format part of the prompt: its lines, echoed, are no answers."""
    parity: bool = False
    """Whether it copies another tool's choice on purpose; no effect on reading."""
    faults: tuple[str, ...] = ()
    """Known faults of what a parity contract copies; no effect on reading."""
    examples: tuple[dict[str, Any], ...] = ()
    """Replies with their readings: tests and documentation; no effect on reading."""
    toml: str | None = None
    """The file that it was loaded from, as it was written."""

    @cached_property
    def tree(self) -> dict[str, Any]:
        """What affects reading, defaults filled in; the digest is taken over this."""
        return {
            "verdict": self.verdict,
            "fields": [field.tree() for field in self.fields.values()],
            "thinking": sorted(self.thinking),
            "quoted": self.quoted,
            "dissent": self.dissent,
            "recover_truncated": self.recover_truncated,
            "all_fields": self.all_fields,
            "placeholders": sorted(self.placeholders),
            "label": self.label,
            "ids": None if self.ids is None else list(self.ids),
            "partial": self.partial,
            "at_least": self.at_least,
            "cues": list(self.cues),
            "menus": self.menus,
            "cut": self.cut,
            "starts_after": self.starts_after,
            "instructions": self.instructions,
        }

    @cached_property
    def digest(self) -> str:
        """64 hex digits: SHA-256, tagged, over the canonical JSON (RFC 8785) of `tree`."""
        return digest("oyez.contract.v1", canonical(self.tree))

    @cached_property
    def ref(self) -> str:
        """`name@version#digest`, with the first 16 hex digits of the digest."""
        return f"{self.name}@{self.version}#{self.digest[:16]}"

    @cached_property
    def asks(self) -> dict[str, Ask]:
        """What each field's forms and recoveries need to know, but for ids that come with a reply."""
        labels = tuple(
            dict.fromkeys(
                label for field in self.fields.values() for form in field.forms for label in form.labels
            )
        )
        return {name: self._ask(field, labels) for name, field in self.fields.items()}

    def _ask(self, field: Field, labels: tuple[str, ...]) -> Ask:
        return Ask(
            scale=field.scale,
            labels=labels,
            shapes=self._shapes(),
            ids=self.ids,
            partial=self.partial,
            at_least=self.at_least,
            label=self.label,
            placeholders=self.placeholders,
            menus=self.menus == "aside",
            cues=self.cues,
            optional=field.optional,
            is_verdict=self.verdict == field.name,
        )

    def _shapes(self) -> tuple[tuple[str, ...], ...]:
        """The paths of the verdict, where it has JSON forms."""
        every = self.verdict == EVERY_FIELD
        fields = self.fields.values() if every else (self.fields[self.verdict],)
        return tuple(dict.fromkeys(form.path for field in fields for form in field.forms if form.path))

    @cached_property
    def place_rules(self) -> dict[str, tuple[PlaceRule, ...]]:
        """For each field, the place recoveries that it names and that serve its scale, in order."""
        return {
            name: tuple(
                rule
                for rule in in_order(field.recover)
                if isinstance(rule, PlaceRule)
                and rule.serves(field.scale)
                and not (rule.whole_line and (self.verdict != name or field.scale.free))
            )
            for name, field in self.fields.items()
        }

    @cached_property
    def value_rules(self) -> dict[str, tuple[ValueRule, ...]]:
        """For each field, the value recoveries that it names and that serve its scale, in order."""
        return {
            name: tuple(
                rule
                for rule in in_order(field.recover)
                if isinstance(rule, ValueRule) and rule.serves(field.scale)
            )
            for name, field in self.fields.items()
        }

    @cached_property
    def echo_lines(self) -> frozenset[str]:
        """The lines of the instructions, without outer space."""
        lines = (self.instructions or "").split("\n")
        return frozenset(line.strip() for line in lines if line.strip())

    def __repr__(self) -> str:
        return f"<Contract {self.ref}>"
