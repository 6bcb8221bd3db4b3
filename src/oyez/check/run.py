"""Reads cases and says of each whether its reading is as it should be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from oyez.check.case import Case, CaseError, case_of, case_reply, check_want
from oyez.check.compare import Difference, differences
from oyez.contract import Contract
from oyez.core.errors import ContractError, InputError
from oyez.core.reading import Reading
from oyez.reader import read
from oyez.rows.raw import BadRow, Source

_MOST_FAULTS = 20


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one case."""

    case: Case
    reading: Reading | None = None
    """`None` where the contract cannot be used."""
    differences: tuple[Difference, ...] = ()
    faults: tuple[str, ...] = ()
    """What is wrong with the contract."""

    @property
    def passed(self) -> bool:
        """Whether the reading is as it should be."""
        return self.reading is not None and not self.differences


def cases(source: Source) -> list[Case]:
    """All cases of a case file. Raises `InputError` with everything that is wrong with it, line by line."""
    found: list[Case] = []
    faults: list[str] = []
    seen: dict[str, str] = {}
    for row in source:
        if isinstance(row, BadRow):
            faults.append(str(row))
            continue
        try:
            case = case_of(row.columns, row.place, row.number)
        except CaseError as fault:
            faults.append(f"{row.place}: {fault}")
            continue
        name = str(case.reply.id)
        if name in seen:
            faults.append(f"{row.place}: the id {name!r} stands twice, first at {seen[name]}")
        seen.setdefault(name, row.place)
        found.append(case)
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        raise InputError("\n".join(faults[:_MOST_FAULTS] + more))
    if not found:
        raise InputError(f"{source.name}: holds no rows")
    return found


def examples(contract: Contract) -> list[Case]:
    """The examples of a contract as cases. Raises `InputError` for one that is no case."""
    found: list[Case] = []
    for number, example in enumerate(contract.examples, start=1):
        place = f"{contract.name}, example {number}"
        around = ("reply", "stop", "error", "ids", "sure", "why", "id")
        want = {key: value for key, value in example.items() if key not in around}
        try:
            check_want(want)
            reply = case_reply(example, str(number))
        except CaseError as fault:
            raise InputError(f"{place}: {fault}") from fault
        why = str(example.get("why") or "")
        found.append(Case(reply=reply, place=place, contract=contract.name, want=want, why=why))
    return found


def check(found: Iterable[Case], load: Callable[[str | dict[str, Any]], Contract]) -> Iterator[Result]:
    """Read every case under its contract; `load` gives a contract, and is called once for each."""
    loaded: dict[str, Contract | ContractError] = {}
    for case in found:
        contract = _load(case.contract, load, loaded)
        if isinstance(contract, ContractError):
            yield Result(case=case, faults=tuple(contract.faults))
            continue
        reading = read(case.reply, contract)
        yield Result(case=case, reading=reading, differences=tuple(differences(case.want, reading)))


def _load(
    named: str | dict[str, Any],
    load: Callable[[str | dict[str, Any]], Contract],
    loaded: dict[str, Contract | ContractError],
) -> Contract | ContractError:
    key = json.dumps(named, sort_keys=True)
    if key not in loaded:
        try:
            loaded[key] = load(named)
        except ContractError as fault:
            loaded[key] = fault
    return loaded[key]
