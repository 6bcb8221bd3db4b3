"""The ledger: an append-only record of replies, their readings, and the instruments that made them."""

from oyez.ledger.facts import Draw, Judge, Recorded, Stored
from oyez.ledger.file import is_ledger
from oyez.ledger.ledger import Ledger

__all__ = ["Draw", "Judge", "Ledger", "Recorded", "Stored", "is_ledger"]
