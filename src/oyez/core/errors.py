"""The few errors that oyez raises; each message ends in a place and, where there is one, the fix."""

from __future__ import annotations


class OyezError(Exception):
    """Base of every error that oyez raises on purpose."""


class ContractError(OyezError):
    """A contract that cannot be used; `faults` lists everything wrong with it, not only the first."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.name = name
        self.faults = list(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


class InputError(OyezError):
    """An input that could not be read; the message names the file and, where known, the line."""


class RegistryError(OyezError):
    """An extension file that does not hold what its folder promises."""


class LedgerError(InputError):
    """A ledger that cannot be opened, read or written; what was acknowledged before is kept."""


class RefusedError(OyezError):
    """What oyez will not compare or decide on this data; the message says why, and what would help."""
