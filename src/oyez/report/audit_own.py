"""What the probes come to under a contract, read by oyez itself."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.audit.finding import Kind
from oyez.audit.own import OwnAudit
from oyez.core.visible import fit, visible_text
from oyez.report.shares import count


def short(found: OwnAudit) -> str:
    """One line."""
    wrong, made = found.counts[Kind.SILENT], found.counts[Kind.INVENTED]
    rules = len({name for one in found.fired for name in one.rule.split("+")})
    parity = ", which a parity contract accepts" if found.parity and not found.sound else ""
    return visible_text(
        f"  {count(found.tried)} probes: {wrong} silently wrong, {made} invented{parity}; "
        f"{rules} recoveries can fire"
    )


def lines(found: OwnAudit, room: int) -> list[str]:
    """The whole page."""
    head = [visible_text(f"contract  {found.contract}"), f"probes    {count(found.tried)}", ""]
    head += [f"  {kind.value:<16}{count(found.counts[kind]):>9}" for kind in Kind]
    head += ["", *(fit(f"fault: {fault}", room) for fault in found.faults)] if found.faults else []
    head += ["", "recoveries that can fire"]
    head += [fit(f"  {one.rule} ({count(one.count)}): {one.reply!r}", room) for one in found.fired] or [
        "  none"
    ]
    head += ["", "where it abstains"]
    for name, statuses in found.abstains.items():
        said = ", ".join(f"{status} {n}" for status, n in statuses.items())
        head.append(fit(f"  {name}: {said}", room))
    head += ["", "where two readings are possible, so that it gives none"]
    head += [fit(f"  {name}: {reply!r}", room) for name, reply in found.two_readings.items()] or ["  none"]
    return head


def tree(found: OwnAudit) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "contract": found.contract,
        "probes": found.tried,
        "counts": {kind.key: n for kind, n in found.counts.items()},
        "faults": list(found.faults),
        "fired": [msgspec.structs.asdict(one) for one in found.fired],
        "abstains": found.abstains,
        "two_readings": found.two_readings,
    }
