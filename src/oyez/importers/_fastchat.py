"""What the two MT-Bench files of FastChat have in common."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from oyez.core.errors import InputError
from oyez.ledger.facts import Judge

TRANSPORT_FAILED: Final = "$ERROR$"
"""What FastChat stores in place of a reply after its last try failed."""


def judge_of(judge: list[str] | str | None, model: str | None, prompt: str | None) -> Judge:
    """The judge from `judge` ([model, prompt name]), or from the fields of forks that keep them apart."""
    parts = [judge] if isinstance(judge, str) else list(judge or [])
    model = model or (parts[0] if parts else None)
    prompt = prompt or (parts[1] if len(parts) > 1 else None)
    named = [part for part in (model, prompt) if part]
    return Judge(name="/".join(named) or None, model=model)


def when(seconds: float | None, place: str) -> str | None:
    """A Unix time as ISO 8601 in UTC."""
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    except (ValueError, OverflowError, OSError) as fault:
        raise InputError(f"{place}: {seconds} is no time") from fault
