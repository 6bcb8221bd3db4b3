"""What all scales share: the registry, and the settings that every scale takes."""

from __future__ import annotations

from typing import Any

from oyez.core.registry import Registry
from oyez.core.scale import Scale, ScaleRule, flag_key, words_key

SCALES = Registry("oyez.scales", "SCALE", ScaleRule)

COMMON = ("abstain",)
"""Keys that every scale takes."""


def scale_from(tree: Any) -> Scale:
    """The scale that a contract writes as a word or a table.

    Raises `ValueError` with a plain sentence; its second argument, if any, is the key at fault.
    """
    table = {tree: True} if isinstance(tree, str) else tree
    if not isinstance(table, dict) or not table:
        raise ValueError("a scale is a word or a table, such as { labels = [...] }")
    known = [rule for key in table if (rule := SCALES.get(key)) is not None]
    if len(known) != 1:
        names = ", ".join(rule.name for rule in SCALES)
        raise ValueError(f"a scale has exactly one of the keys {names}")
    rule = known[0]
    for key in table:
        if key not in (rule.name, *rule.keys, *COMMON):
            raise ValueError(f"the scale {rule.name} has no key {key!r}", key)
    return rule.make(table)


def common(table: dict[str, Any]) -> dict[str, Any]:
    """The settings that every scale shares."""
    return {"abstain": words_key(table, "abstain"), "ignore_case": flag_key(table, "ignore_case", True)}


def common_tree(scale: Scale) -> dict[str, Any]:
    """The same as a contract writes them, defaults left out."""
    case = {} if scale.ignore_case else {"ignore_case": False}
    return case | ({"abstain": list(scale.abstain)} if scale.abstain else {})
