"""Evidence: one kind a file, each with one method that looks at one item and says what it found."""

from oyez.core.registry import Registry
from oyez.screening.evidence._evidence import Asking, AskSpec, Desk, Evidence, EvidenceRule, EvidenceSpec

EVIDENCE: Registry[EvidenceRule] = Registry("oyez.screening.evidence", "EVIDENCE", EvidenceRule)
"""Every kind of evidence by its name in a profile."""

__all__ = ["EVIDENCE", "AskSpec", "Asking", "Desk", "Evidence", "EvidenceRule", "EvidenceSpec"]
