"""Contracts as a list, and what checking one came to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.check.contracts import Checked
from oyez.contract import Contract
from oyez.core.visible import fit, visible_text
from oyez.report.check_text import result_lines


def list_lines(contracts: list[Contract], room: int) -> Iterator[str]:
    """One line a contract: its name and what it is for."""
    wide = max((len(contract.name) for contract in contracts), default=0)
    for contract in contracts:
        yield fit(f"{contract.name:<{wide}}  {contract.about or ''}", room).rstrip()


def contract_tree(contract: Contract) -> dict[str, Any]:
    """What the list says of a contract, as a JSON object."""
    return {
        "name": contract.name,
        "version": contract.version,
        "ref": contract.ref,
        "about": contract.about,
        "fields": list(contract.fields),
        "verdict": contract.verdict,
        "examples": len(contract.examples),
    }


def checked_lines(checked: Checked, room: int) -> Iterator[str]:
    """Everything that is wrong with a contract, or that nothing is."""
    if checked.faults:
        yield visible_text(f"{checked.name}: cannot be used")
        yield from (fit(f"  {fault}", 4 * room) for fault in checked.faults)
        return
    for result in checked.results:
        yield from result_lines(result, room)
    total = len(checked.results)
    if not total:
        yield f"{checked.name}: no examples to read"
    elif checked.failed:
        yield f"{checked.name}: {checked.failed} of {total} examples read otherwise than they say"
    else:
        yield f"{checked.name}: all {total} examples read as they say"
