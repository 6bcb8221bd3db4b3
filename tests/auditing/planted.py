"""Two parsers that read correctly, and the same with one fault planted: a line of labels, and a JSON score."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from typing import Any

import oyez

LINE = oyez.contract(
    {
        "name": "planted-line",
        "form": {"line": "VERDICT"},
        "scale": {"labels": ["pass", "fail", "unsure"], "abstain": ["unsure"]},
    }
)
JSON = oyez.contract({"name": "planted-json", "form": {"json": "score"}, "scale": {"integer": [0, 100]}})
LABELS = ("pass", "fail", "unsure")
_DRESSED = re.compile(
    r"(?m)^[ \t]*(?:#+|[-*+]|\d+[.)]|\||[*_`])[ \t*_`]*VERDICT[*_`]*:[*_`]*[ \t]*(\w+)", re.IGNORECASE
)


def _spoken(text: str, fault: str) -> str | None:
    """The reply without thinking, fences and block quotations; `None` for one that never stops thinking."""
    if fault != "thinks aloud":
        text = text.rpartition("</think>")[2]
        if text.lstrip().startswith("<think>"):
            return None
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r" {0,3}(`{3,}|~{3,})", line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif mark and fault != "reads fences":
            fence = mark[1]
        elif not (line.startswith(">") and fault != "reads quotations"):
            lines.append(line[2:] if line.startswith("> ") else line)
    return "\n".join(lines)


def line(text: str, fault: str = "") -> str | None:
    """The one label on lines that begin with VERDICT:, or nothing."""
    early = _early(text, fault)
    if early is not None:
        return early
    if "\r" in text.replace("\r\n", "\n") and fault != "reads bare returns":
        return None
    spoken = _spoken(text.replace("\r\n", "" if fault == "loses line ends" else "\n"), fault)
    if spoken is None:
        return "pass" if fault == "default" else None
    values = _values(spoken, fault)
    return _settled(values, _dissent(spoken, fault), fault)


def _early(text: str, fault: str) -> str | None:
    if fault == "raises" and "{" in text:
        raise KeyError("no field")
    if fault == "dies" and not text:
        os.abort()
    if fault == "hangs" and len(text) > 4000:
        time.sleep(60)
    if fault == "pattern":
        found = re.search(r"VERDICT:\s*(pass|fail|unsure)", text, re.IGNORECASE)
        return found[1].lower() if found else None
    if fault == "substring":
        return next((label for label in LABELS if label in text.lower()), None)
    return None


def _values(spoken: str, fault: str) -> list[str]:
    ends = spoken.splitlines() if fault == "splits anywhere" else spoken.split("\n")
    anchor = r".*?VERDICT:(.*)" if fault == "searches" else r"[^\S\n]*VERDICT:(.*)"
    flags = re.DOTALL if fault == "cased" else re.DOTALL | re.IGNORECASE
    found = [match[1].strip() for one in ends if (match := re.match(anchor, one, flags))]
    if fault == "next line anyway":
        found = [one for one in found if one] + re.findall(
            r"^VERDICT:\s*\n.*?(pass|fail)", spoken, re.MULTILINE | re.IGNORECASE
        )
    return [value for value in found if not _is_menu(value) or fault == "menu"]


def _is_menu(value: str) -> bool:
    words = [word for word in re.split(r"[\s|,/]+|\bor\b", value.lower()) if word]
    return len(set(words)) > 1 and set(words) <= set(LABELS)


def _dissent(spoken: str, fault: str) -> set[str]:
    return set() if fault == "overlooks dissent" else {each.lower() for each in _DRESSED.findall(spoken)}


def _settled(values: list[str], dressed: set[str], fault: str) -> str | None:
    if fault in ("prefix", "menu"):
        values = [next((word for word in LABELS if one.lower().startswith(word)), one) for one in values]
    if fault == "first wins":
        values = values[:1]
    if fault == "last wins":
        values = values[-1:]
    said = {value if fault == "cased" else value.lower() for value in values}
    if fault == "once only" and len(values) > 1:
        return None
    only = next(iter(said)) if len(said) == 1 and not dressed - said else None
    if only in LABELS:
        return only
    if fault == "unsure for unread":
        return "unsure"
    return "pass" if fault == "default" else None


class _TwiceError(Exception):
    """A key that is given twice with different values."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made and made[key] != value and key == "score":
            raise _TwiceError
        made[key] = value
    return made


def score(text: str, fault: str = "") -> Any:
    """The whole number at `score` of the one object that the reply is, or nothing."""
    if "\r" in text.replace("\r\n", "\n"):
        return None
    if fault == "first number":
        found = re.search(r"\d{1,3}", text)
        return min(100, int(found[0])) if found else None
    value = _object_value(text, fault)
    return _scaled(value, fault)


def _object_value(text: str, fault: str) -> Any:
    whole = _loaded(text, fault)
    if whole is None:
        text = text.rpartition("</think>")[2]
        whole = _loaded(text, fault)
    if whole is None and fault == "last object":
        found = re.findall(r"\{[^{}]*\}", text)
        whole = _loaded(found[-1], fault) if found else None
    if whole is None and fault == "closes braces":
        whole = _loaded(text + "}", fault)
    if fault == "inner object" and isinstance(whole, dict) and "score" not in whole:
        whole = next((value for value in whole.values() if isinstance(value, dict)), None)
    return whole.get("score") if isinstance(whole, dict) else None


def _loaded(text: str, fault: str) -> Any:
    hook = None if fault == "last key wins" else _once
    try:
        return json.loads(text, object_pairs_hook=hook)
    except (ValueError, _TwiceError):
        return None
    except RecursionError:
        if fault == "deep":
            raise
        return None


def _scaled(value: Any, fault: str) -> Any:
    if fault == "coerces":
        try:
            value = int(value)
        except (TypeError, ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    if fault == "clamps":
        return max(0, min(100, value))
    if fault == "no bounds":
        return value
    if fault == "shifts" and value > 50:
        return value - 1
    return value if 0 <= value <= 100 else None


def with_fault(parser: Callable[[str, str], Any], fault: str) -> Callable[[str], Any]:
    """The parser with that fault."""
    return lambda text: parser(text, fault)


def line_dies(text: str) -> str | None:
    """The parser of lines that ends its process on an empty reply."""
    return line(text, "dies")


def line_hangs(text: str) -> str | None:
    """The parser of lines that sleeps on a long reply."""
    return line(text, "hangs")
