"""oyez reads what an AI judge wrote, and says plainly when it could not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oyez._version import __version__
from oyez.builders import bracket, json_key, last_line, line, tag, whole
from oyez.contract import Contract, Field, contract, contract_names
from oyez.core.errors import ContractError, InputError, LedgerError, OyezError, RefusedError
from oyez.core.problem import Problem
from oyez.core.reading import FieldReading, Reading
from oyez.core.reply import Reply
from oyez.core.status import Status, Stop
from oyez.explain import Explanation, explain
from oyez.reader import read, read_many
from oyez.suggest import Suggestion, Suggestions, suggest

if TYPE_CHECKING:
    from oyez.ledger import Ledger

__all__ = [
    "Contract",
    "ContractError",
    "Explanation",
    "Field",
    "FieldReading",
    "InputError",
    "Ledger",
    "LedgerError",
    "OyezError",
    "Problem",
    "Reading",
    "RefusedError",
    "Reply",
    "Status",
    "Stop",
    "Suggestion",
    "Suggestions",
    "__version__",
    "bracket",
    "contract",
    "contract_names",
    "explain",
    "json_key",
    "last_line",
    "line",
    "read",
    "read_many",
    "suggest",
    "tag",
    "whole",
]


def __getattr__(name: str) -> Any:
    """`Ledger`, loaded with its database when it is first named."""
    if name != "Ledger":
        raise AttributeError(f"module 'oyez' has no attribute {name!r}")
    from oyez.ledger import Ledger

    return Ledger
