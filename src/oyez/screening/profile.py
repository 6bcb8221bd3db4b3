"""A profile as frozen values: who looks at an item, what else does, and what the command line makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from oyez.judges import Judge
from oyez.judging import PlanJudge
from oyez.ledger.hashing import tree_digest
from oyez.reader import VERSION as READER
from oyez.screening import policy
from oyez.screening.evidence import EvidenceSpec


class Profile(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Reviewers, other evidence, and whether a flag of the reviewers is confirmed."""

    name: str
    version: int
    about: str = ""
    needs: tuple[str, ...]
    """The texts that every item has."""
    optional: tuple[str, ...] = ()
    """Texts that an item may do without."""
    reviewers: tuple[EvidenceSpec, ...]
    """Two, or none."""
    evidence: tuple[EvidenceSpec, ...] = ()
    confirm: bool = True
    """Whether a flag that rests on reviewers alone is looked at once more."""
    fail_on: tuple[str, ...] = ("flagged",)
    """Outcomes and reasons that make `oyez screen` exit with 1."""
    judges: dict[str, PlanJudge] = {}
    """By name; those that the profile leaves to its user are missing."""

    @property
    def asked(self) -> tuple[EvidenceSpec, ...]:
        """All evidence that rests on a judge, reviewers first."""
        return (*self.reviewers, *(one for one in self.evidence if one.ask is not None and not one.off))

    @property
    def slots(self) -> tuple[str, ...]:
        """All texts that an item may have."""
        return (*self.needs, *self.optional)

    @cached_property
    def digest(self) -> str:
        """64 hex digits over what decides an outcome, the judges left out."""
        told = {
            "policy": policy.VERSION,
            "confirm": self.confirm,
            "reviewers": [_told(one) for one in self.reviewers],
            "evidence": [_told(one) for one in self.evidence],
        }
        return tree_digest("oyez.profile.1", told)

    @property
    def ref(self) -> str:
        """`name@version#digest`, the digest shortened to 16 digits."""
        return f"{self.name}@{self.version}#{self.digest[:16]}"

    def judge_of(self, spec: EvidenceSpec) -> PlanJudge | None:
        """The judge of a piece of evidence: the one it names, else the one named `default`."""
        assert spec.ask is not None
        return self.judges.get(spec.ask.judge) or self.judges.get("default")

    def instrument(self, judges: Mapping[str, Judge]) -> str:
        """The digest of profile, judges (by the name of their evidence) and reader together."""
        known = {
            one.name: judges[one.name].facts(one.ask.task.digest).digest
            for one in self.asked
            if one.ask is not None
        }
        told = {"profile": self.digest, "judges": known, "reader": READER}
        return tree_digest("oyez.screening.1", told)


def _told(one: EvidenceSpec) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": one.name,
        "kind": one.kind,
        "required": one.required,
        "off": one.off,
        "options": one.options,
    }
    if one.ask is not None:
        told["ask"] = {
            "contract": one.ask.task.contract.digest,
            "task": one.ask.task.digest,
            "accept": list(one.ask.accept),
            "reject": list(one.ask.reject),
        }
    return told
