"""A second opinion on values: what a text or JSON token means on a scale, written apart from the library.

It reads the tree of a scale as a contract writes it and imports nothing of the library, so that the two can be
compared. `NOTHING` stands for a value that is not on the scale.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

NOTHING = object()
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
DECORATION = (
    "*_`~\"'“”‘’«»「」<>[]{}().。!！ \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + "".join(map(chr, range(0x2000, 0x200B)))
)


def _alike(one: str, other: str, ignore_case: bool) -> bool:
    if one == other:
        return True
    return ignore_case and (one.lower(), one.upper()) == (other.lower(), other.upper())


def _number(token: str, low: float, high: float, step: float | None, whole: bool) -> Any:
    pattern = r"-?(0|[1-9][0-9]*)" + ("" if whole else r"(\.[0-9]+)?")
    if not re.fullmatch(pattern, token, re.ASCII) or len(token) > 300:
        return NOTHING
    exact = Fraction(token)
    if not Fraction(str(low)) <= exact <= Fraction(str(high)):
        return NOTHING
    if step is not None and (exact - Fraction(str(low))) % Fraction(str(step)):
        return NOTHING
    return float(token) if "." in token else int(token)


def _numeric(token: str, tree: dict[str, Any]) -> Any:
    low, high = tree.get("integer") or tree["number"]
    return _number(token, low, high, tree.get("step"), "integer" in tree)


def _abstained(text: str, tree: Any) -> Any:
    words = tree.get("abstain", []) if isinstance(tree, dict) else []
    ignore_case = tree.get("ignore_case", True) if isinstance(tree, dict) else True
    return next((word for word in words if _alike(text, word, ignore_case)), NOTHING)


def _word(text: str, tree: dict[str, Any]) -> Any:
    gapless = "preference" in tree
    words = {label: label for label in tree.get("labels") or tree["preference"]} | tree.get("alias", {})
    bare = "".join(text.split()) if gapless else text
    for word, label in words.items():
        if _alike(bare, "".join(word.split()) if gapless else word, tree.get("ignore_case", True)):
            return label
    return NOTHING


def _ordered(names: list[str], tree: dict[str, Any]) -> Any:
    return names if sorted(names) == sorted(tree["ranking"]) else NOTHING


def from_text(text: str, tree: Any) -> Any:
    """What a text means on the scale of that tree, or `NOTHING`."""
    text = text.strip()
    if tree == "text":
        return text or NOTHING
    if tree == "json":
        return from_json(text, tree)
    said = _abstained(text, tree)
    if said is not NOTHING:
        return said
    if "labels" in tree or "preference" in tree:
        return _word(text, tree)
    if "integer" in tree or "number" in tree:
        return _numeric(text, tree)
    if "boolean" in tree:
        return {"true": True, "false": False}.get(text.lower(), NOTHING) if text.isascii() else NOTHING
    if "ranking" in tree:
        return _ordered([word.strip() for word in re.split("[>,]", text)], tree)
    return _list(re.split(r"\s*[,;/]\s*|\s+", text), tree, from_text)


def _list(items: list[str], tree: dict[str, Any], read: Any) -> Any:
    said = [read(item, tree["list"]) if item else NOTHING for item in items]
    length = tree.get("length")
    return NOTHING if NOTHING in said or (length and len(said) != length) else said


def from_json(token: str, tree: Any) -> Any:
    """What a JSON token means on the scale of that tree, or `NOTHING`."""
    try:
        data = json.loads(token, object_pairs_hook=_members, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return NOTHING
    return from_data(data, token, tree)


def from_data(data: Any, token: str, tree: Any) -> Any:
    """The same for a value already taken out of JSON; `token` is how a number was written."""
    if tree == "json":
        return data
    if isinstance(data, str):
        if tree == "text":
            return data.strip() or NOTHING
        said = _abstained(data.strip(), tree)
        wordy = isinstance(tree, dict) and ("labels" in tree or "preference" in tree)
        return _word(data.strip(), tree) if said is NOTHING and wordy else said
    if isinstance(tree, str):
        return NOTHING
    if isinstance(data, bool):
        return data if "boolean" in tree else NOTHING
    if isinstance(data, int | float):
        return _json_number(data, token, tree)
    if isinstance(data, list):
        return _json_list(data, tree)
    return NOTHING


def _json_number(data: float, token: str, tree: dict[str, Any]) -> Any:
    if "integer" not in tree and "number" not in tree:
        return NOTHING
    if "integer" in tree:
        return _numeric(token.strip(), tree)
    low, high = tree["number"]
    off = tree.get("step") and (Fraction(str(data)) - Fraction(str(low))) % Fraction(str(tree["step"]))
    return data if low <= data <= high and not off else NOTHING


def _json_list(data: list[Any], tree: dict[str, Any]) -> Any:
    if "list" in tree:
        said = [from_data(item, json.dumps(item), tree["list"]) for item in data]
        length = tree.get("length")
        return NOTHING if NOTHING in said or (length and len(said) != length) else said
    if "ranking" in tree and all(isinstance(item, str | int) and not isinstance(item, bool) for item in data):
        return _ordered([str(item).strip() for item in data], tree)
    return NOTHING


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(pairs)


def _refuse(word: str) -> None:
    raise ValueError(word)


def spells(evidence: str, verdict: Any, tree: Any) -> bool:
    """Whether a recovery could have taken the verdict from the evidence: it is there, but for decoration."""
    bare = _bare(evidence)
    if isinstance(tree, dict) and ("integer" in tree or "number" in tree) and not isinstance(verdict, str):
        number = re.fullmatch(r"([-+]?[0-9.]+)(\s*(/|out\s+of|of)\s*[0-9.]+)?", bare, re.ASCII)
        return number is not None and not isinstance(verdict, bool) and float(number[1]) == verdict
    if isinstance(verdict, list | dict) or tree in ("text", "json"):
        return True
    said = str(verdict).lower() if isinstance(verdict, bool) else verdict
    words = {said} | {word for word, label in _aliases(tree).items() if label == said}
    if isinstance(tree, dict) and "preference" in tree:
        bare, words = "".join(bare.split()), {"".join(word.split()) for word in words}
    return any(_alike(bare, _bare(word), True) or _leads(bare, word) for word in words)


def _aliases(tree: Any) -> dict[str, str]:
    return tree.get("alias", {}) if isinstance(tree, dict) else {}


def _leads(evidence: str, word: str) -> bool:
    """Whether the word leads the evidence, as the recovery `leading-label` lets it."""
    return _bare(evidence)[: len(word)].lower() == word.lower()


def _bare(text: str) -> str:
    if text.startswith('"') and "\\" in text:
        try:
            text = json.loads(text)
        except ValueError:
            return text
    for mark in INVISIBLE:
        text = text.replace(mark, "")
    return text.strip(DECORATION)
