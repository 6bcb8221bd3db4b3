"""A contract in the making: fields with the reasons for each, and its TOML text."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

WIDE = 100


class FieldSketch(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a draft."""

    name: str
    form: dict[str, Any]
    scale: Any
    why: tuple[str, ...] = ()
    """One sentence each; they become comments."""
    optional: bool = False


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """One draft."""

    idea: str
    """What the draft is named after: the kind of place in which the values stand."""
    about: str
    fields: tuple[FieldSketch, ...]
    verdict: str = "verdict"
    """The field that is the verdict, or `*`."""
    settings: dict[str, Any] = {}
    """Other keys of the contract, such as `label`."""
    why: tuple[str, ...] = ()


def reasons(sketch: Sketch) -> tuple[str, ...]:
    """Every reason of a draft, the verdict's first."""
    ordered = sorted(sketch.fields, key=lambda field: field.name != sketch.verdict)
    return (*sketch.why, *(sentence for field in ordered for sentence in field.why))


def toml_of(sketch: Sketch) -> str:
    """The draft as a TOML file that loads, its reasons as comments."""
    return "\n".join(_lines(sketch)) + "\n"


def _lines(sketch: Sketch) -> Iterator[str]:
    yield "# Drafted from replies; the comments say why. Compare it with the prompt before you use it."
    yield f"name = {value(f'draft-{sketch.idea}')}"
    yield "version = 1"
    yield f"about = {value(sketch.about)}"
    single = len(sketch.fields) == 1 and sketch.verdict != "*"
    if not single:
        yield f"verdict = {value(sketch.verdict)}"
    for key, setting in sketch.settings.items():
        yield f"{key} = {value(setting)}"
    yield from _comments(sketch.why)
    for field in sketch.fields:
        if not single:
            yield f"\n[field.{_key(field.name)}]"
        yield from _comments(field.why)
        yield f"form = {value(field.form)}"
        yield f"scale = {value(field.scale)}"
        if field.optional:
            yield "optional = true"
        yield 'recover = "safe"'


def _comments(sentences: tuple[str, ...]) -> Iterator[str]:
    for sentence in sentences:
        plain = "".join(char if char.isprintable() else "?" for char in sentence)
        yield from textwrap.wrap(plain, WIDE, initial_indent="# ", subsequent_indent="#   ")


def value(tree: Any) -> str:
    """A string, number, boolean, list or table as TOML writes it on one line."""
    if isinstance(tree, dict):
        return "{ " + ", ".join(f"{_key(key)} = {value(each)}" for key, each in tree.items()) + " }"
    if isinstance(tree, list | tuple):
        return "[" + ", ".join(map(value, tree)) + "]"
    return json.dumps(tree, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else value(key)
