"""One-line contracts, so that replacing a regular expression takes one line.

Each builder takes what the value may be in plain Python: a list of labels, a pair of bounds, `bool`,
a table of preferences, or a scale as a contract writes it. The safe recoveries are on unless
`recover` says otherwise; every other key of a contract may be given by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from oyez.contract import Contract, contract
from oyez.scales import SCALES

Values = Any
"""`["PASS", "FAIL"]`, `(1, 10)`, `(0.0, 1.0)`, `bool`, `{"A>B": "A+1", …}`, `"text"`, or a scale's table."""


def line(label: str, values: Values, *, abstain: Iterable[str] = (), **more: Any) -> Contract:
    """A contract for a labelled line: `line("VERDICT", ["FAITHFUL", "MISMATCH"], abstain=["UNCLEAR"])`.

    Raises `ContractError` where the parts do not make a contract, and `TypeError` for values that are none.
    """
    return _build({"line": label}, values, abstain, more)


def bracket(
    values: Values, opening: str = "[[", closing: str = "]]", *, abstain: Iterable[str] = (), **more: Any
) -> Contract:
    """A contract for a value between markers: `bracket(["A", "B", "C"])`, `bracket((1, 10), label="Rating")`.

    Raises `ContractError` where the parts do not make a contract.
    """
    return _build({"bracket": [opening, closing]}, values, abstain, more)


def json_key(
    key: str, values: Values, *, abstain: Iterable[str] = (), prose: bool = False, **more: Any
) -> Contract:
    """A contract for a key of a JSON object: `json_key("score", (0, 100))`.

    `prose` says that the judge was asked for prose beside the object. Raises `ContractError` where
    the parts do not make a contract.
    """
    around = {"around": "prose"} if prose else {}
    return _build({"json": key} | around, values, abstain, more)


def tag(name: str, values: Values, *, abstain: Iterable[str] = (), **more: Any) -> Contract:
    """A contract for a value between tags: `tag("score", (1, 10))` for `<score>7</score>`.

    Raises `ContractError` where the parts do not make a contract.
    """
    return _build({"tag": name}, values, abstain, more)


def last_line(values: Values, *, abstain: Iterable[str] = (), **more: Any) -> Contract:
    """A contract for a value alone on the last line: `last_line((1, 3))`.

    Raises `ContractError` where the parts do not make a contract.
    """
    return _build({"last_line": True}, values, abstain, more)


def whole(values: Values, *, abstain: Iterable[str] = (), **more: Any) -> Contract:
    """A contract for a reply that is the value and nothing else: `whole(["yes", "no"])`.

    Raises `ContractError` where the parts do not make a contract.
    """
    return _build({"whole": True}, values, abstain, more)


def _build(form: dict[str, Any], values: Values, abstain: Iterable[str], more: dict[str, Any]) -> Contract:
    scale = scale_tree(values)
    words = words_of(abstain)
    if words:
        scale = ({scale: True} if isinstance(scale, str) else scale) | {"abstain": words}
    own = next(iter(form.values()))
    word = re.sub(r"[^a-z0-9]+", "-", str(own).lower()).strip("-") if isinstance(own, str) else ""
    name = "-".join(part for part in (next(iter(form)).replace("_", "-"), word) if part)
    return contract({"name": name, "form": form, "scale": scale, "recover": "safe"} | more)


def words_of(abstain: Iterable[str]) -> list[str]:
    """The words for abstaining as a list, those of a set sorted.

    Raises `TypeError` for a single string, whose letters Python would take for words, and for anything else
    that is no words.
    """
    if isinstance(abstain, str):
        raise TypeError(f"abstain is a list of words: write abstain=[{abstain!r}]")
    if isinstance(abstain, Mapping | bytes) or not isinstance(abstain, Iterable):
        raise TypeError(f"abstain is a list of words, not {abstain!r}")
    words = list(abstain)
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"abstain is a list of words, not {words!r}")
    return sorted(words) if isinstance(abstain, set | frozenset) else words


def scale_tree(values: Values) -> Any:
    """What the value may be, in plain Python, as a contract writes it. Raises `TypeError` for anything else."""
    if values is bool:
        return {"boolean": True}
    if isinstance(values, Mapping):
        known = any(rule.name in values for rule in SCALES)
        return dict(values) if known else {"preference": dict(values)}
    if isinstance(values, str):
        if SCALES.get(values) is not None:
            return values
        raise TypeError(f'not a list of labels: write [{values!r}], or name a scale such as "text"')
    if isinstance(values, range) and values.step == 1:
        return {"integer": [values.start, values.stop - 1]}
    items = list(values) if isinstance(values, list | tuple | set | frozenset) else []
    if items and all(isinstance(item, str) for item in items):
        return {"labels": sorted(items) if isinstance(values, set | frozenset) else items}
    if len(items) == 2 and all(
        isinstance(item, int | float) and not isinstance(item, bool) for item in items
    ):
        return {"integer" if all(isinstance(item, int) for item in items) else "number": items}
    raise TypeError(f"not a list of labels, a pair of bounds, bool, or a scale: {values!r}")
