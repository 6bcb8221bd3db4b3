"""One screening as a value, and as the payload that everything hands out."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.screening.pair import Pair
from oyez.screening.policy import NEVER_CERTIFIES
from oyez.screening.states import Decision, Finding, Read, Reason, State


class Screening(msgspec.Struct, frozen=True, kw_only=True):
    """An item with its evidence and what was decided."""

    pair: Pair
    profile: str
    """`name@version#digest`."""
    instrument: str
    """Digest of the profile, its judges and the reader."""
    decision: Decision
    findings: tuple[Finding, ...]
    """Of the first look: reviewers first, then the other evidence."""
    repeats: tuple[Finding, ...] | None = None
    """Of the confirmation; `None` where none was made."""
    calibration: dict[str, Any] | None = None
    """How the same instrument did on items that people had decided; `None` where that is not known."""

    @property
    def words(self) -> frozenset[str]:
        """What `--fail-on` can hit: the outcome, and the codes of all reasons."""
        return self.decision.codes | {str(self.decision.outcome)}


def payload(made: Screening, ledger: str | None = None, *, draws: bool = False) -> dict[str, Any]:
    """A screening as a JSON object, the same for the same replies.

    With `draws` the numbers of the draws are in it, which depend on the order in which replies came.
    """
    decision = made.decision
    return {
        "id": made.pair.id,
        "place": made.pair.place,
        "outcome": str(decision.outcome),
        "reasons": [reason_tree(one) for one in decision.reasons],
        "strength": str(decision.strength),
        "certifies": False,
        "note": NEVER_CERTIFIES,
        "reviewers": [finding_tree(one, draws=draws) for one in made.findings if one.kind == "reviewer"],
        "repeats": None if made.repeats is None else [finding_tree(one, draws=draws) for one in made.repeats],
        "evidence": [finding_tree(one, draws=draws) for one in made.findings if one.kind != "reviewer"],
        "not_checked": [
            one.by for one in made.findings if one.state in (State.NOT_CHECKED, State.REQUIRED_NOT_CHECKED)
        ],
        "profile": made.profile,
        "instrument": made.instrument,
        "calibration": made.calibration,
        "ledger": ledger,
    }


def not_screened(pair: Pair, profile: str, why: str) -> dict[str, Any]:
    """The payload of an item that was not looked at."""
    return {
        "id": pair.id,
        "place": pair.place,
        "outcome": "not-screened",
        "reasons": [{"code": "not-screened", "by": None, "said": why, "repeat": False}],
        "strength": "none",
        "certifies": False,
        "note": NEVER_CERTIFIES,
        "profile": profile,
    }


def reason_tree(one: Reason) -> dict[str, Any]:
    """A reason as a JSON object."""
    return {"code": one.code, "by": one.by, "said": one.said, "repeat": one.repeat}


def finding_tree(one: Finding, *, draws: bool = True) -> dict[str, Any]:
    """A piece of evidence as a JSON object; what was read stands beside what it came to."""
    tree: dict[str, Any] = {"name": one.by, "kind": one.kind, "state": str(one.state), "said": one.said}
    if one.read is not None:
        read: Read = one.read
        tree |= {name: getattr(read, name) for name in read.__struct_fields__}
        tree["problems"] = list(read.problems)
        if not draws:
            del tree["draw"]
    return tree


def finding_of(tree: dict[str, Any]) -> Finding:
    """The piece of evidence that `finding_tree` wrote."""
    read = None
    if "contract" in tree:
        read = Read(
            **{name: tree[name] for name in Read.__struct_fields__ if name != "problems"},
            problems=tuple(tree["problems"]),
        )
    return Finding(
        by=tree["name"], kind=tree["kind"], state=State(tree["state"]), said=tree["said"], read=read
    )


def reason_line(one: Reason) -> str:
    """A reason in a line: `mismatch by back-translation: mismatch`."""
    again = " (repeat)" if one.repeat else ""
    by = f" by {one.by}{again}" if one.by else ""
    return f"{one.code}{by}: {one.said}" if one.said else f"{one.code}{by}"
