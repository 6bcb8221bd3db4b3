"""Contracts that are well formed and could never read a normal reply, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from oyez.contract.keys import Keys, Path

_COLONS = (":", "\uff1a")
_TAG_NAME = re.compile(r"[^<>/\s]+")
_PATHS = ("json", "json_items", "id", "value")


def unreadable_form(keys: Keys, table: dict[str, Any], path: Path) -> bool:
    """Keep what keeps the form from ever being met; whether there is any."""
    faults = [
        *_labels(table),
        *((key, fault) for key in _PATHS if (fault := _path_fault(key, table.get(key))) is not None),
    ]
    markers = table.get("bracket")
    if isinstance(markers, list) and len(markers) == 2:
        if markers[0] == markers[1] and set(str(markers[0])) & set("[]"):
            faults.append(("bracket", f"both markers of bracket are {markers[0]!r}; the second must close"))
        if any("\r" in str(mark) for mark in markers):
            faults.append(
                ("bracket", "a marker of bracket holds a line break, and a value stands on one line")
            )
    for key, message in faults:
        keys.fault((*path, key), message)
    return bool(faults)


def _labels(table: dict[str, Any]) -> Iterable[tuple[str, str]]:
    names = table.get("lines")
    for key, label in [("line", table.get("line")), *(("lines", name) for name in _listed(names))]:
        fault = colon_fault(label)
        if fault is not None:
            yield key, f"{key}: {fault}"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def colon_fault(label: Any) -> str | None:
    """What is wrong with a label that brings its own colon, since one must follow it."""
    if not isinstance(label, str) or not label.strip().endswith(_COLONS):
        return None
    return f"the colon is no part of the label {label!r}; write {label.strip().rstrip(''.join(_COLONS)).strip()!r}"


def _path_fault(key: str, path: Any) -> str | None:
    """What is wrong with a path that is written as JSONPath or jq has it; a list of steps is taken as it is."""
    if not isinstance(path, str):
        return None
    if "[" in path or "]" in path:
        return f"{key}: the path {path!r} has brackets, and a path leads through objects only"
    if path == "$" or path.startswith(("$.", ".")):
        bare = path.lstrip("$.")
        fix = f"; write {bare!r}" if bare else ""
        return f"{key}: the path {path!r} begins at the top by itself{fix}"
    return None


def unreadable_settings(keys: Keys, settings: dict[str, Any]) -> None:
    """Keep what keeps a setting beside the fields from ever working."""
    for number, name in enumerate(settings["thinking"] or ()):
        if not _TAG_NAME.fullmatch(name):
            bare = name.strip("<>/ \t\n")
            keys.fault(
                ("thinking", number), f"thinking holds names of tags, without < and >: {bare!r}, not {name!r}"
            )
    label = settings["label"]
    if label is not None and ("\n" in label or "\r" in label):
        keys.fault(("label",), "label must be one line of text")
    elif (fault := colon_fault(label)) is not None:
        keys.fault(("label",), f"label: {fault}")
