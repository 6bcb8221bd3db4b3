"""Which changes of a parser or contract the user's own cases notice, for a terminal and as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.audit.mutants import Mutation
from oyez.core.visible import fit, visible_text
from oyez.report.shares import count


def lines(found: Mutation, room: int) -> list[str]:
    """The whole page: unnoticed changes first, each with a reply that would show it."""
    head = [visible_text(f"changed   {found.subject}"), f"cases     {count(found.cases)}", ""]
    head.append(f"{found.noticed} of {len(found.mutants)} changes are noticed by a case")
    for one in found.mutants:
        if one.noticed:
            continue
        head += ["", fit(f"not noticed: {one.change}", room)]
        if one.shows is None:
            head.append("  no probe tells the two apart either")
            continue
        head += [fit(f"  a case that would notice: {line}", room) for line in [repr(one.shows)]]
        head.append(fit(f"  it gives {one.before}, changed {one.after}", room))
    noticed = [one for one in found.mutants if one.noticed]
    if noticed:
        head.append("")
    for one in noticed:
        ids = ", ".join(one.noticed[:5]) + (" …" if len(one.noticed) > 5 else "")
        head.append(fit(f"noticed: {one.change} (by {ids})", room))
    return head


def tree(found: Mutation) -> dict[str, Any]:
    """The page as one JSON object."""
    made = [msgspec.structs.asdict(one) for one in found.mutants]
    return {"subject": found.subject, "cases": found.cases, "noticed": found.noticed, "mutants": made}
