"""Screening: a decision for every item, with the evidence and the reasons it rests on.

    profile = load_profile("lean-faithfulness", replay="replies.jsonl")
    with Ledger("screen.oyez") as ledger:
        screen(profile, pairs("pairs.jsonl", profile), ledger, watch=print)

Passing never certifies: it means that nothing was found by what was looked at.
"""

from oyez.screening.load import ProfileError, load_profile, profile_names
from oyez.screening.pair import Pair
from oyez.screening.pairs import inline, pairs
from oyez.screening.policy import NEVER_CERTIFIES, decide, needs_confirmation
from oyez.screening.profile import Profile
from oyez.screening.run import Room, Skipped, Summary, screen
from oyez.screening.screening import Screening, payload
from oyez.screening.states import Decision, Finding, Outcome, Read, Reason, State, Strength

__all__ = [
    "NEVER_CERTIFIES",
    "Decision",
    "Finding",
    "Outcome",
    "Pair",
    "Profile",
    "ProfileError",
    "Read",
    "Reason",
    "Room",
    "Screening",
    "Skipped",
    "State",
    "Strength",
    "Summary",
    "decide",
    "inline",
    "load_profile",
    "needs_confirmation",
    "pairs",
    "payload",
    "profile_names",
    "screen",
]
