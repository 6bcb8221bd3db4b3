"""Contracts as a list, and what checking one came to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.check.contracts import Checked
from oyez.contract import Contract, contract
from oyez.core.errors import ContractError
from oyez.core.visible import fit, visible_text
from oyez.report.check_text import result_lines, result_tree

_LONGEST = 2000
"""Columns of a fault; its place stands at the end."""


def list_lines(contracts: list[Contract], room: int) -> Iterator[str]:
    """One line a contract: its name and what it is for."""
    wide = max((len(each.name) for each in contracts), default=0)
    for each in contracts:
        yield fit(f"{each.name:<{wide}}  {each.about or ''}", room).rstrip()


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
        yield from (fit(f"  {fault}", _LONGEST) for fault in checked.faults)
        return
    for result in checked.results:
        yield from result_lines(result, room)
    total = len(checked.results)
    opened = f" ({checked.open} open, not counted)" if checked.open else ""
    counted = total - checked.open
    if not total:
        yield f"{checked.name}: no examples to read"
    elif checked.failed:
        yield f"{checked.name}: {checked.failed} of {counted} examples read otherwise than they say{opened}"
    else:
        yield f"{checked.name}: all {counted} examples read as they say{opened}"


def checked_tree(checked: Checked) -> dict[str, Any]:
    """What checking a contract came to, as a JSON object."""
    return {
        "contract": checked.name,
        "faults": list(checked.faults),
        "passed": sum(result.passed and result.case.sure for result in checked.results),
        "failed": checked.failed,
        "open": checked.open,
        "shown": [result_tree(each) for each in checked.results if not (each.passed and each.case.sure)],
    }


def written(name: str) -> str:
    """The TOML of a contract. Raises `ContractError` for one that was not written in TOML."""
    toml = contract(name).toml
    if toml is None:
        raise ContractError(name, ["is not written in TOML"])
    return visible_text(toml.rstrip("\n"), keep="\n\t")
