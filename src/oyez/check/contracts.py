"""Checks of one contract: can it be loaded, and do its examples read as they say."""

from __future__ import annotations

import msgspec

from oyez.check.run import Result, check, examples
from oyez.contract import contract
from oyez.core.errors import ContractError


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of checking one contract."""

    name: str
    """The contract as it was named, or its full reference if it could be loaded."""
    faults: tuple[str, ...] = ()
    """What keeps it from being used, each with its place."""
    results: tuple[Result, ...] = ()
    """Its examples, read."""

    @property
    def failed(self) -> int:
        """Examples that read otherwise than they say."""
        return sum(not result.passed and result.case.sure for result in self.results)

    @property
    def open(self) -> int:
        """Examples with `sure = false`: read and shown, not counted."""
        return sum(not result.case.sure for result in self.results)


def check_contract(name: str) -> Checked:
    """Load the contract of that name or file, and read its examples."""
    try:
        loaded = contract(name)
        found = examples(loaded)
    except ContractError as fault:
        return Checked(name=name, faults=tuple(fault.faults))
    return Checked(name=loaded.ref, results=tuple(check(found, lambda _: loaded)))
