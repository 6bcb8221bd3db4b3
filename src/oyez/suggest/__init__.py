"""Which contract a set of replies was written under: one of the catalogue, or a draft made from the replies."""

from oyez.suggest.choose import suggest
from oyez.suggest.values import Suggestion, Suggestions, Unread

__all__ = ["Suggestion", "Suggestions", "Unread", "suggest"]
