"""A contract and a prompt as plans and profiles write them: the thing itself, or where it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oyez.contract import Contract, contract
from oyez.contract.keys import Keys
from oyez.contract.keys import Path as Steps
from oyez.core.errors import ContractError
from oyez.judging.template import Template, template


def contract_from(keys: Keys, at: Steps, written: Any, base: str, whose: str = "") -> Contract | None:
    """The contract by its name in the catalogue, its file below `base`, or its tree; faults are kept for the key `at`.

    `whose` begins the messages, where several tables name a contract.
    """
    if isinstance(written, str) and written.endswith((".toml", ".json")):
        written = Path(base, written)
    if not isinstance(written, str | dict | Path):
        keys.fault(at, f"{whose}contract must be a name, a file, or a table")
        return None
    try:
        return contract(written)
    except ContractError as error:
        for fault in error.faults:
            keys.fault(at, f"{whose}contract: {fault}")
        return None


def prompt_from(written: str, base: str) -> Template:
    """Text of several lines or with a slot is the prompt itself, other text names its file below `base`.

    Raises `ValueError`, with what is wrong in words, for a file that cannot be read.
    """
    if "\n" in written or "{" in written:
        return template(written)
    try:
        return template(Path(base, written).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        why = getattr(fault, "strerror", None) or "is not UTF-8"
        raise ValueError(f"the file {written!r}: {why}") from fault
