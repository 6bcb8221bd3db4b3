"""Why a reply reads as it does: a layer above the reader that changes nothing in it."""

from oyez.explain.explain import explain
from oyez.explain.values import Aside, Attempt, Considered, Explanation, Fate, FieldExplanation

__all__ = ["Aside", "Attempt", "Considered", "Explanation", "Fate", "FieldExplanation", "explain"]
