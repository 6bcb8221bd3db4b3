"""Reads cases and says of each whether its reading is as it should be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from oyez.check.case import Case, CaseError, case_of, case_reply
from oyez.check.compare import Difference, differences
from oyez.contract import Contract, contract
from oyez.contract.examples import wanted_of
from oyez.contract.load import names_a_file
from oyez.core.errors import ContractError, InputError
from oyez.core.reading import Reading
from oyez.reader import read
from oyez.rows.raw import BadRow, Source

_MOST_FAULTS = 20
Load: TypeAlias = Callable[[str | dict[str, Any]], Contract]
"""Gives the contract that a case names or holds. Raises `ContractError`."""


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
    for row in source.rows():
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


def examples(terms: Contract) -> list[Case]:
    """The examples of a contract as cases; loading it has checked them."""
    return [
        Case(
            reply=case_reply(example, str(example.get("id") or number)),
            place=f"{terms.name}, example {number}",
            contract=terms.name,
            want=wanted_of(example),
            sure=example.get("sure", True),
            why=str(example.get("why") or ""),
        )
        for number, example in enumerate(terms.examples, start=1)
    ]


def loader(cases: str) -> Load:
    """How the cases of a file name their contracts: the path of a contract file is relative to the case file."""
    folder = Path() if cases == "-" else Path(cases).parent

    def load(named: str | dict[str, Any]) -> Contract:
        return contract(folder / named if isinstance(named, str) and names_a_file(named) else named)

    return load


def check(found: Iterable[Case], load: Load) -> Iterator[Result]:
    """Read every case under its contract; `load` gives a contract, and is called once for each."""
    loaded: dict[str, Contract | ContractError] = {}
    for case in found:
        terms = _load(case.contract, load, loaded)
        if isinstance(terms, ContractError):
            named = f"{terms.name}: " if isinstance(case.contract, str) else ""
            yield Result(case=case, faults=tuple(named + fault for fault in terms.faults))
            continue
        reading = read(case.reply, terms)
        yield Result(case=case, reading=reading, differences=tuple(differences(case.want, reading)))


def _load(
    named: str | dict[str, Any],
    load: Load,
    loaded: dict[str, Contract | ContractError],
) -> Contract | ContractError:
    try:
        key = named if isinstance(named, str) else json.dumps(named, sort_keys=True)
    except RecursionError:
        return ContractError("unnamed", ["it is nested too deep"])
    if key not in loaded:
        try:
            loaded[key] = load(named)
        except ContractError as fault:
            loaded[key] = fault
    return loaded[key]
