"""What went wrong in one HTTP call, and what is to be done about it."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from oyez.judges._judge import Fault

_BILLING = re.compile(
    r"insufficient[_ ]quota|billing|credit balance|payment required|exceeded your current quota", re.I
)


def fault_of(status: int, body: str) -> Fault:
    """What a status that is no success asks for: billing and keys stop the run, 408, 409, 429 and 5xx may pass."""
    if status in (401, 402, 403) or (status in (400, 429) and _BILLING.search(body)):
        return Fault.STOP
    if status in (404, 405) or 300 <= status < 400:
        return Fault.STOP
    if status in (408, 409, 425, 429) or status >= 500:
        return Fault.AGAIN
    return Fault.FINAL


def wait_of(headers: Any, fault: Fault) -> float | None:
    """Seconds that Retry-After (or its form in milliseconds) names; `None` without, or for a date."""
    if fault is not Fault.AGAIN:
        return None
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            found = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= found < 86_400:
            return found
    return _date_wait(headers.get("retry-after"))


def _date_wait(written: str | None) -> float | None:
    from email.utils import parsedate_to_datetime

    if not written:
        return None
    try:
        return max(0.0, parsedate_to_datetime(written).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def message_of(body: str) -> str:
    """The server's own words, from the shapes that both vendors use, else the beginning of the body."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return body[:200]
    error = found.get("error", found) if isinstance(found, dict) else found
    if isinstance(error, dict):
        parts = [error.get("type"), error.get("code"), error.get("message")]
        return ": ".join(str(part) for part in parts if part) or body[:200]
    return str(error)[:200]


def named(fault: BaseException) -> str:
    """An exception as its kind and what it says."""
    said = str(fault).strip()
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__
