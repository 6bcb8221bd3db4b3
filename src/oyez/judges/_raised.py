"""What an exception of somebody else's client asks for, by the HTTP status that it carries."""

from __future__ import annotations

from oyez.judges._faults import fault_of
from oyez.judges._judge import Delivery, Fault

_LONGEST = 500


def raised(fault: Exception) -> Delivery:
    """A delivery that failed. An exception without a status may pass: a lost connection, most often."""
    held = next((getattr(fault, name, None) for name in ("status_code", "status", "code")), None)
    status = held if isinstance(held, int) and 100 <= held < 600 else None
    said = f"{type(fault).__name__}: {fault}"[:_LONGEST]
    kind = Fault.AGAIN if status is None else fault_of(status, str(fault))
    return Delivery(error=said, fault=kind, status=status)
