"""What all scales share: the registry, and the settings that every scale takes."""

from __future__ import annotations

from collections.abc import Iterable
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


def extra_words(scale: Scale) -> tuple[str, ...]:
    """The words for abstaining that are no labels."""
    return tuple(word for word in scale.abstain if word not in scale.labels)


def words_schema(words: Iterable[str], scale: Scale, *, narrow: bool) -> dict[str, Any]:
    """A schema for strings that are one of the words, as the scale compares them."""
    if narrow:
        return {"enum": list(words)}
    from oyez.text.patterns import words_pattern

    return {"type": "string", "pattern": words_pattern(words, ignore_case=scale.ignore_case)}


def or_words_schema(own: dict[str, Any], scale: Scale, *, narrow: bool) -> dict[str, Any]:
    """A schema for the scale's own values or its words for abstaining."""
    words = extra_words(scale)
    return {"anyOf": [own, words_schema(words, scale, narrow=narrow)]} if words else own


def or_words_grammar(own: Iterable[str], scale: Scale, room: str) -> str:
    """An expression for the scale's own values or its words for abstaining."""
    from oyez.core.gbnf import one_of

    return one_of([*own, *(spelt(word, room) for word in extra_words(scale))])


def spelt(word: str, room: str) -> str:
    """A word as a literal of a grammar, in quotation marks where it is to be JSON."""
    from oyez.core.gbnf import literal

    return literal(as_json(word) if room == "json" else word)


def as_json(value: Any) -> str:
    """A value as JSON on one line, in its own characters."""
    from json import dumps

    return dumps(value, ensure_ascii=False)


def listed(words: Iterable[str], *, quoted: bool) -> str:
    """Words in a sentence, in quotation marks where they are strings or would run into each other."""
    shown = list(words)
    if quoted or any("," in word or " " in word for word in shown):
        shown = [as_json(word) for word in shown]
    return ", ".join(shown)


def or_words(said: str, scale: Scale, *, json: bool) -> str:
    """What may be written, and the words for abstaining."""
    words = [listed([word], quoted=json) for word in extra_words(scale)]
    return f"{said}, or {' or '.join(words)} where you have no opinion" if words else said


def common_tree(scale: Scale) -> dict[str, Any]:
    """The same as a contract writes them, defaults left out."""
    case = {} if scale.ignore_case else {"ignore_case": False}
    return case | ({"abstain": list(scale.abstain)} if scale.abstain else {})
