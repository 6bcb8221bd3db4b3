"""What a parser does to replies whose reading is known, and to an archive beside oyez."""

from __future__ import annotations

from oyez.audit.answer import Answer, End, Reckoning
from oyez.audit.finding import Finding, Kind
from oyez.audit.run import Audit, audit

__all__ = ["Answer", "Audit", "End", "Finding", "Kind", "Reckoning", "audit"]
