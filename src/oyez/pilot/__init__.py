"""The gate before a big run: whether a pilot shows that enough of the replies will come back and can be read."""

from oyez.pilot.check import Check, Limits, Losses, needed
from oyez.pilot.decide import Checked, Decision, Pilot, decide
from oyez.pilot.draws import DrawSeen, seen_in_ledger, seen_in_readings, seen_in_replies
from oyez.pilot.waiver import Waiver, waiver

__all__ = [
    "Check",
    "Checked",
    "Decision",
    "DrawSeen",
    "Limits",
    "Losses",
    "Pilot",
    "Waiver",
    "decide",
    "needed",
    "seen_in_ledger",
    "seen_in_readings",
    "seen_in_replies",
    "waiver",
]
